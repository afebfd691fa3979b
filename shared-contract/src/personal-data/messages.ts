export const personalDataForbiddenMessage =
  'Requests about personal data need your own account, with Blinded Mode off.';
export const unknownReadersMessage = 'One of the readers does not exist any more. Search again.';
export const clientsWithoutReaderMessage =
  'Each client has to know one of the readers, and each reader one of the clients. Search again.';
export const earlierVersionMessage =
  'A process of an earlier version runs, whose imports would bring the reader back. Try again when the upgrade has ended.';
export const erasedReadersMessage = 'One of the readers is erased already.';
export const erasureKeyMissingMessage =
  'Set ERASURE_KEY on the server first. Without it, the reader would come back with the next import.';
export const correctionEmptyMessage = 'Change at least one field.';
export const correctedMessage = 'The reader was corrected.';
export const restrictedReadersMessage = 'The reader is restricted. Lift the restriction first.';
export const notRestrictedMessage = 'The reader is not restricted any more. Search again.';
export const reasonMissingMessage = 'Enter a reason.';
export const emailInReferenceMessage =
  'Leave the e-mail out of the reference: it stays in the audit log when the reader is erased.';
export const emailInReasonMessage =
  'Leave the e-mail out of the reason: it is not encrypted, and may stay when the reader is erased.';
export const restrictedMessage = 'The reader is restricted.';
export const liftedMessage = 'The restriction was lifted.';
export const restrictionUnreadableMessage =
  'No key of the server reads the values of the restricted reader. Add the former DATA_KEY to DATA_KEY_ACCEPTED first.';
