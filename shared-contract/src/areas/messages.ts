export const previewInvalidMessage = 'This preview link is not valid.';
export const previewRefusedMessage = 'Previews are not available while you act as another user.';
