import { emailText, requiredText } from '@readerlens/ui';
import { object, ref } from 'yup';
import { messages } from '../messages.ts';

export const loginSchema = object({ email: emailText(), password: requiredText('Password') });

export const forgotPasswordSchema = object({ email: emailText() });

export const newPasswordSchema = object({
  password: requiredText('Password'),
  confirm: requiredText('Confirm Password').oneOf([ref('password')], messages.passwordMismatch),
});
