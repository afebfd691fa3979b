// What '@readerlens/ui' is in the bundle of an area: each name comes from the part of it that the shell provides, so that an
// area loads the forms only with a screen that has one. The names of one part are in a list, because webpack does not know what
// either exports; what is not in it is taken from the other.
export * from '@readerlens/ui/base';
export {
  Form,
  FormButtons,
  FormFailure,
  FormProvider,
  confirmDiscard,
  emailText,
  requiredText,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui/forms';
