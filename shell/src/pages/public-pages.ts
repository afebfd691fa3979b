// The chunk of the pages without a session, of which all but the errors have a form or are rare.
export { ForgotPasswordPage } from './forgot-password.page.tsx';
export { LoginPage } from './login.page.tsx';
export { RegisterPage, SetPasswordPage } from './password.pages.tsx';
export { ProviderSignInPage } from './provider-sign-in.page.tsx';
export { UnsubscribePage } from './unsubscribe.page.tsx';
