// Before the first paint: applies the color mode chosen earlier in this browser, else that of the system.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('readerlens.color-mode');
  } catch {
    // Storage may be forbidden; the system decides then.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
