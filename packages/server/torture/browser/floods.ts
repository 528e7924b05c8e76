import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'

const MIB = 2 ** 20
const html = (body: string) => `<!doctype html><title>t</title><h1>Shop</h1>${body}`
const script = (code: string) => html(`<button>Continue</button><script>${code}</script>`)
const loaded = (code: string) => script(`addEventListener('load', () => { ${code} })`)

/** Sends the same again and again until it is closed. */
const endless =
  (type: string, begin: string, piece: string): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type })
    response.write(begin)
    // What the other side does not take is not piled up here: this process is measured.
    const timer = setInterval(() => response.writableNeedDrain || response.write(piece), 5)
    response.on('close', () => clearInterval(timer))
    response.on('error', () => clearInterval(timer))
  }

const silent: RequestListener = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' })
const LARGE = Buffer.alloc(96 * MIB)
const bomb = gzipSync(LARGE.subarray(0, 64 * MIB))

/** Pages that have no end, each by its files; the first is browsed. */
export const FLOODS: Readonly<Record<string, Record<string, string | RequestListener>>> = {
  'document without an end': { '/': endless('text/html', html(''), '<p>more</p>'.repeat(200)) },
  'server that says nothing': { '/': silent },
  'script without an end': {
    '/': html('<script src="/s"></script>'),
    '/s': endless('text/javascript', '//', 'x'.repeat(4_096)),
  },
  'picture without an end': { '/': html('<img src="/s">'), '/s': endless('image/png', '', 'x'.repeat(4_096)) },
  'stream that is read for ever': {
    '/': script(
      `(async () => { const reader = (await fetch('/s')).body.getReader(); for (;;) await reader.read() })()`,
    ),
    '/s': endless('application/octet-stream', '', 'x'.repeat(65_536)),
  },
  'body that unpacks to gigabytes': {
    '/': script(`for (let i = 0; i < 40; i++) fetch('/s?' + i).then((one) => one.arrayBuffer())`),
    '/s': (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
  },
  'large body': {
    '/': html('<img src="/s">'),
    '/s': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(LARGE),
  },
  'loop while loading': { '/': script('for (;;);') },
  'loop after a press': { '/': script(`document.querySelector('button').onclick = () => { for (;;); }`) },
  'loop of promises': { '/': loaded('const turn = () => Promise.resolve().then(turn); turn()') },
  'loop of timers': { '/': loaded('const turn = () => { for (let i = 0; i < 50; i++) setTimeout(turn, 0) }; turn()') },
  'thousand windows': {
    '/': script(
      `document.querySelector('button').onclick = () => { for (let i = 0; i < 1000; i++) window.open('/?' + i) }`,
    ),
  },
  'windows that open windows': { '/': loaded(`window.open(location.href + 'a'); window.open(location.href + 'b')`) },
  'thousand frames': {
    '/': loaded(
      `for (let i = 0; i < 1000; i++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/f?' + i }))`,
    ),
    '/f': html('frame'),
  },
  'frames in frames': { '/': html('<iframe src="/?a"></iframe><iframe src="/?b"></iframe>') },
  'hundred workers': {
    '/': loaded(
      `const code = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 100; i++) new Worker(code)`,
    ),
  },
  'dialogs without an end': { '/': script(`for (;;) alert(Math.random())`) },
  'reloads without an end': { '/': script(`setTimeout(() => location.reload(), 50)`) },
  'refresh without an end': { '/': html('<meta http-equiv="refresh" content="0">') },
  'history without an end': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 200; i++) history.pushState({}, '', '/' + Math.random()) }, 1)`,
    ),
  },
  'page that stays': {
    '/': script(`addEventListener('beforeunload', (event) => { event.preventDefault(); for (;;); })`),
  },
  'memory without an end': {
    '/': loaded(
      `const kept = []; setInterval(() => { for (let i = 0; i < 8; i++) kept.push(new Uint8Array(${16 * MIB}).fill(1)) }, 1)`,
    ),
  },
  'document that grows': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 5000; i++) document.body.append(document.createElement('p')) }, 1)`,
    ),
  },
  'storage that grows': {
    '/': loaded(
      `(async () => { const store = await caches.open('a'); for (let i = 0; ; i++) await store.put('/' + i, new Response(new Uint8Array(${32 * MIB}))) })()`,
    ),
  },
  'downloads without an end': {
    '/': loaded(
      `setInterval(() => { const a = Object.assign(document.createElement('a'), { href: '/s?' + Math.random(), download: 'a.exe' }); a.click() }, 5)`,
    ),
    '/s': endless('application/octet-stream', '', 'x'.repeat(65_536)),
  },
  'sockets without an end': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 50; i++) new WebSocket('ws://' + location.host + '/' + Math.random()) }, 5)`,
    ),
  },
  'requests without an end': {
    '/': loaded(`setInterval(() => { for (let i = 0; i < 100; i++) fetch('/' + Math.random()) }, 5)`),
  },
  'wallet calls without an end': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 200; i++) ethereum.request({ method: 'm' + Math.random() }).catch(() => 0) }, 1)`,
    ),
  },
  'other wallets without an end': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 200; i++) phantom.solana.signTransaction([i]).catch(() => 0) }, 1)`,
    ),
  },
  'copies without an end': {
    '/': loaded(
      `setInterval(() => { for (let i = 0; i < 200; i++) { const area = document.createElement('textarea'); area.value = String(Math.random()); document.body.append(area); area.select(); document.execCommand('copy') } }, 1)`,
    ),
  },
  'messages without an end': {
    '/': html(
      `<iframe sandbox="allow-scripts" srcdoc="<script>setInterval(() => { for (let i = 0; i < 500; i++) parent.postMessage('0123456789', '*') }, 1)</script>"></iframe>`,
    ),
  },
}
