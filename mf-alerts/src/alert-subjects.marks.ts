import { defineMarks } from '@readerlens/ui';
import { findAlertMarks } from './alert/alert-marks.ts';

export const { bootstrap, mount, unmount, update, marks } = defineMarks(findAlertMarks);
