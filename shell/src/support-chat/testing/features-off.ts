// Imported first: the page reads its configuration once, when it starts.
const meta = document.createElement('meta');
meta.name = 'readerlens-config';
meta.content = JSON.stringify({ features: { supportChat: false, productTour: false } });
document.head.append(meta);
