import { cleanHtml, textOfHtml } from './clean-html.ts';

describe('clean HTML', () => {
  it('keeps the formatting that the editor offers', () => {
    const html =
      '<h2>One</h2><p>A <strong>b</strong> <em>c</em><br />d <a href="https://x.example/?a=1&amp;b=2">e</a></p>' +
      '<ul><li><p>f</p></li></ul><ol><li>g</li></ol><blockquote><p>h</p></blockquote>';
    expect(cleanHtml(html)).toBe(html);
  });

  it('normalizes equivalent tags', () => {
    expect(cleanHtml('<h1>a</h1><h5>b</h5><b>c</b><i>d</i><div>e</div>')).toBe(
      '<h2>a</h2><h3>b</h3><strong>c</strong><em>d</em><p>e</p>',
    );
  });

  it.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)" target="_blank" onmouseover="x">a</a>', '<a>a</a>'],
    ['<a href="JaVaScRiPt&#58;alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,<script>1</script>">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg><script>1</script><a href="javascript:1">b</a></svg>', '<a>b</a>'],
    ['<iframe src="https://evil.example"></iframe><form><input name=a><button>go</button></form>', 'go'],
    ['<style>p{display:none}</style><link rel=stylesheet href=x><meta http-equiv=refresh>a', 'a'],
    ['<p>a<!-- b --></p>', '<p>a</p>'],
    ['<p>unclosed <strong>b', '<p>unclosed <strong>b</strong></p>'],
    ['1 < 2 & 3 > 2 &lt;script&gt;', '1 &lt; 2 &amp; 3 &gt; 2 &lt;script&gt;'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p></p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
  ])('makes %j harmless', (dirty, clean) => {
    expect(cleanHtml(dirty)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
  });

  it('changes words in text and addresses, but not in tags', () => {
    const words = (text: string) => text.replaceAll('strong & em', '<X>').replaceAll('a@b.example', 'c@d');
    expect(
      cleanHtml('<strong>strong &amp; em</strong> <a href="mailto:a@b.example">a@b.example</a>', { words }),
    ).toBe('<strong>&lt;X&gt;</strong> <a href="mailto:c@d">c@d</a>');
  });
});

describe('clean HTML as text', () => {
  it('keeps paragraphs, lists and links', () => {
    expect(
      textOfHtml(
        '<h2>One</h2><p>A <strong>b</strong><br />c &amp; &lt;d&gt;</p><ul><li><p>e</p></li><li>f</li></ul>' +
          '<p><a href="https://x.example/?a=1&amp;b=2">g</a> <a href="https://y.example">https://y.example</a></p>',
      ),
    ).toBe('One\n\nA b\nc & <d>\n\n- e\n\n- f\n\ng (https://x.example/?a=1&b=2) https://y.example');
  });
});
