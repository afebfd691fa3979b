// All of @readerlens/ui but the forms, with which Formik and yup load.
export * from './area/index.ts';
export * from './components/index.ts';
export * from './theme/index.ts';
export * from './explain-failure.ts';
export * from './format.ts';
export * from './listeners.ts';
export * from './page-parts/page-parts.tsx';
