export const personalDataForbiddenMessage =
  'Requests about personal data need your own account, with Blinded Mode off.';
export const unknownReadersMessage = 'One of the readers does not exist any more. Search again.';
export const erasedReadersMessage = 'One of the readers is erased already.';
export const erasureKeyMissingMessage =
  'Set ERASURE_KEY on the server first. Without it, erased readers would come back with the next import.';
export const correctionEmptyMessage = 'Change at least one field.';
export const correctedMessage = 'The reader was corrected.';
