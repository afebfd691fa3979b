// Runs before the first paint and before any other script.
(function () {
  // webpack waits for a script element that it finds in the page. It would wait forever for one that has failed.
  document.addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT') event.target.remove();
    },
    true,
  );

  // The color mode chosen earlier in this browser, else that of the system.
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
