import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanHtml } from './scanHtml.ts'

const mayLoad = async (html: string) => (await scanHtml(html, AbortSignal.timeout(20_000))).mayLoad

test('a document of plain elements, with styles, pictures and scripts of its own, is quiet', async () => {
  for (const html of [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/i.png"><style>p{font:16px sans-serif;background:linear-gradient(red,blue)}@media print{p{color:red}}</style></head><body><main id="view" style="color:red"><textarea rows="3"></textarea></main><script type="module">wire()</script></body></html>',
    '<app-shell></app-shell><script src="/main.js" defer></script>',
    '<img src="/a.png" alt="a"><a href="/b">b</a><svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>',
    '<script type="application/ld+json">{"name":"a"}</script>',
    '<meta http-equiv="Content-Security-Policy" content="connect-src \'none\'">',
  ])
    assert.equal(await mayLoad(html), false, html)
})

test('a document that code could make load something, or find the code or the styles of, is not', async () => {
  for (const html of [
    // Scripts that code could fill, or make run.
    ...['<script></script>', '<script> </script>', '<script id="s">a()</script>', '<script name="s">a()</script>'],
    ...['<script type="text/plain">fetch(u)</script>', '<script type="speculationrules">{}</script>'],
    '<script type="application/json" src="/a.js"></script>',
    ...[
      '<svg><script href="/a.js"></script></svg>',
      '<svg><script>a()</script></svg>',
      '<script href="/a">a()</script>',
    ],
    ...['<svg><image href="/a"/></svg>', '<svg><use xlink:href="/a"/></svg>', '<svg><style>p{}</style></svg>'],
    // Styles that code could fill, and those that load where something matches.
    ...['<style id="s">p{}</style>', '<style class="s">p{}</style>', '<link rel="stylesheet" href="/a.css">'],
    ...[
      '<style>[value^=a]{background:url(/a)}</style>',
      '<style>@import "/a"</style>',
      '<style>p{x:u\\72l(/a)}</style>',
    ],
    ...[`<style>${' '.repeat(16_374)}p{a:url(/a)}</style>`, '<style>p{background:image-set("/a" 1x)}</style>'],
    ...['<p style="background:url(/a)">', '<p fill="url(//a)">', '<td background="/a">'],
    // Pictures that are loaded late, and what leads to a next page.
    ...[
      '<img loading="lazy" src="/a" hidden>',
      '<img srcset="/a 1x">',
      '<video src="/a"></video>',
      '<picture><source>',
    ],
    ...['<meta http-equiv="refresh" content="60;url=/next">', '<map><area href="/a"></map>', '<base href="//a">'],
    ...[
      '<link rel="alternate stylesheet" href="/a">',
      '<link rel="prefetch" href="/a">',
      '<a href="/" ping="/a">b</a>',
    ],
    // What a browser may read in another way.
    ...[
      '<template><p></p></template>',
      '<noscript><!-- </noscript>',
      '<p title="</noscript><script>">',
      '<math></math>',
    ],
    ...['<p is="a-b">', '<input type="image" src="/a">', '<unknown></unknown>', '<object data="/a"></object>'],
  ])
    assert.equal(await mayLoad(html), true, html)
})
