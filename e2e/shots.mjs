import { chromium } from '@playwright/test';
const [base, account, out, looks, ...pages] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const login = await fetch(`${base}/api/auth`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: `${account}@demo.example`, password: 'Readerlens-1' }) }).then((r) => r.json());
const token = login.data?.token ?? login.token;
for (const look of looks.split(',')) {
  const [w, scheme] = { wl: [1440, 'light'], wd: [1440, 'dark'], nl: [390, 'light'], nd: [390, 'dark'] }[look];
  const context = await browser.newContext({ viewport: { width: w, height: w === 390 ? 844 : 900 }, colorScheme: scheme });
  await context.addInitScript((t) => localStorage.setItem('jwt_token', t), token);
  for (const page of pages) {
    const [path, name, click] = page.split('::');
    const p = await context.newPage();
    p.on('console', (m) => m.type() === 'error' && console.log(name, look, m.text().slice(0, 300)));
    p.on('pageerror', (e) => console.log(name, look, 'PAGEERROR', e.message.slice(0, 300)));
    await p.goto(base + path);
    await p.waitForTimeout(3500);
    if (click) { await p.getByRole('button', { name: click }).first().click(); await p.waitForTimeout(1800); }
    await p.screenshot({ path: `${out}/${name}-${look}.png`, fullPage: !click && true });
    const wide = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) console.log(name, look, 'TOO WIDE');
    await p.close();
  }
  await context.close();
}
await browser.close();
