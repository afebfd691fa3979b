import { completeAddress } from './link-field.tsx';
import { cleanPasted } from './pasted-html.ts';

it.each([
  ['<p style="color:red" onclick="x">a</p>', '<p>a</p>'],
  ['<span>a <b class="x">b</b></span><img src="x" onerror="y">', 'a <b>b</b>'],
  ['<a title="1 > 0" HREF="https://x.example/?a=1">a</a>', '<a HREF="https://x.example/?a=1">a</a>'],
  ['<style>p > b {}</style><script>"</p>"</script><!-- <p>c</p> --><H2 id=x>a</H2>', '<h2>a</h2>'],
  ['<ul data-pm-slice="3 3 []"><li>a<br/></li></ul>', '<ul data-pm-slice="3 3 []"><li>a<br></li></ul>'],
  ['1 < 2', '1 < 2'],
  [
    '<table><tbody><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    '<div>a b </div><div>c d </div>',
  ],
  [
    '<table><tr><td width="9"> <p class="x">a <b>b</b></p></td><td><div>c</div> </td></tr></table>',
    '<div> a <b>b</b> c  </div>',
  ],
  ['<table><tr><td><p>a</p><p>b</p></td></tr></table>', '<div><p>a</p><p>b</p> </div>'],
])('of pasted %j stays %j', (pasted, clean) => expect(cleanPasted(pasted)).toBe(clean));

it.each([
  ['example.com/a', 'https://example.com/a'],
  [' https://example.com ', 'https://example.com'],
  ['ana@lab.example', 'mailto:ana@lab.example'],
  ['mailto:ana@lab.example', 'mailto:ana@lab.example'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['two words', undefined],
  ['', undefined],
])('%j as a link is %j', (typed, address) => expect(completeAddress(typed)).toBe(address));
