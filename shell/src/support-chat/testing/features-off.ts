// Import this first: the page reads its configuration once, at startup.
const meta = document.createElement('meta');
meta.name = 'readerlens-config';
meta.content = JSON.stringify({ features: { supportChat: false, productTour: false } });
document.head.append(meta);
