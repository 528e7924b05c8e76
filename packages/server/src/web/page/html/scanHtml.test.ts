import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scanHtml } from './scanHtml.ts'

const scan = (html: string) => scanHtml(html, AbortSignal.timeout(60_000))

describe('the outline of a page', () => {
  it('tells what stands on it', async () => {
    const outline = await scan(`<!doctype html><html lang="de"><head><title>A &amp; B</title><base href="/x/">
      <meta name=description content="About"><meta property="og:site_name" content="Site"><link rel="shortcut icon" href=i.png></head>
      <body onload="go()"><h1>Big <b>words</b></h1><p>See<b>d</b> phrase</p><img class=logo src=l.png alt="Logo of A">
      <form action="/send"><label>Your name</label><input name=n placeholder=Name></form><textarea id=t></textarea>
      <script src=a.js></script><script>inline()</script><script type="application/ld+json">{}</script>
      <iframe src="https://b.test/" width=1></iframe><a href="javascript:run()">x</a><a href=f.zip download>y</a></body></html>`)
    assert.deepEqual(
      [outline.title, outline.description, outline.language, outline.base],
      ['A & B', 'About', 'de', '/x/'],
    )
    assert.deepEqual([outline.metas, outline.headings, outline.icons], [['Site'], ['Big words'], ['i.png']])
    assert.match(outline.text, /^Big words Seed phrase Your name/)
    assert.deepEqual(outline.scripts, [
      { src: 'a.js', code: '' },
      { src: null, code: 'inline()' },
    ])
    assert.deepEqual(outline.handlers, ['onload=go()', 'run()'])
    assert.deepEqual(outline.frames, [{ src: 'https://b.test/', hidden: true }])
    assert.deepEqual(
      outline.fields.map(({ tag, form, label, before }) => [tag, form, label, before.slice(-9)]),
      [
        ['input', 0, 'Name', 'Your name'],
        ['textarea', null, '', 'Your name'],
      ],
    )
    assert.deepEqual(outline.links[1], { href: 'f.zip', download: true })
  })

  it('leaves out unread entries, and lists documents inside', async () => {
    const outline = await scan('<style>a{}</style><noscript>no</noscript><iframe srcdoc="<p>in</p>"></iframe>yes')
    assert.equal(outline.text, 'yes')
    assert.deepEqual(outline.documents, ['<p>in</p>'])
  })

  it('is bounded, and says what was cut', async () => {
    const outline = await scan(`${'<input>'.repeat(1_000)}${'<a href=x>'.repeat(5_000)}${'word '.repeat(50_000)}`)
    assert.deepEqual([outline.fields.length, outline.links.length], [300, 2_000])
    assert.deepEqual(outline.cut, ['fields', 'links', 'text'])
  })

  it('is not slowed down by depth or by stray ends', async () => {
    const started = process.threadCpuUsage()
    await scan('<b>'.repeat(300_000) + '</x>'.repeat(250_000))
    const { user } = process.threadCpuUsage(started)
    // A parser with an unbounded stack takes minutes of work.
    assert.ok(user < 20_000_000, `${user} µs`)
  })

  it('is not confused by names of the language itself', async () => {
    const outline = await scan('<constructor __proto__=1 constructor=2></constructor>a')
    assert.equal(outline.text, 'a')
  })
})

it('a drawing of many shapes, a canvas and a square picture in the page may be a code; icons, charts and photographs are none', async () => {
  const may = async (html: string) => (await scan(html)).mayHoldCode
  const shapes = '<rect width="4" height="4"/>'.repeat(220)
  for (const html of [
    `<svg>${shapes}</svg>`,
    `<svg><path d="${'M1 2h4v4'.repeat(220)}"/></svg>`,
    '<canvas width="220" height="220"></canvas>',
    '<img width="220" height="220" src="data:image/gif;base64,R0lGOD">',
    '<i style="width:5px;background:#000"></i>'.repeat(220),
  ])
    assert.equal(await may(html), true, html.slice(0, 60))
  for (const html of [
    '<svg><path d="M3 12h18M3 6h18M3 18h18"/></svg>',
    '<canvas width="600" height="200"></canvas>',
    '<img width="220" height="220" src="/logo.png">',
    '<img width="16" height="16" src="data:image/png;base64,iVBO">',
  ])
    assert.equal(await may(html), false, html)
})
