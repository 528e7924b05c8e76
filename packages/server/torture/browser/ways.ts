/** Ways by which a page asks for an address: each is a piece of HTML. `at(path)` is the address under `http:`. */
export const WAYS: Readonly<Record<string, (at: (path: string) => string) => string>> = {
  image: (at) => `<img src="${at('img')}"><img srcset="${at('srcset')} 2x"><input type="image" src="${at('input')}">`,
  style: (at) =>
    `<link rel="stylesheet" href="${at('css')}"><style>@import url(${at('import')});@font-face{font-family:x;src:url(${at('font')})}body{font-family:x;background:url(${at('background')});cursor:url(${at('cursor')}),auto}</style>`,
  frame: (at) =>
    `<iframe src="${at('iframe')}"></iframe><object data="${at('object')}"></object><embed src="${at('embed')}"><iframe srcdoc="<img src='${at('srcdoc')}'>"></iframe>`,
  media: (at) =>
    `<video src="${at('video')}" poster="${at('poster')}" autoplay></video><audio src="${at('audio')}" autoplay></audio><video autoplay><source src="${at('source')}"><track default src="${at('track')}"></video>`,
  hints: (at) =>
    `<link rel="prefetch" href="${at('prefetch')}"><link rel="preconnect" href="${at('')}"><link rel="dns-prefetch" href="${at('')}"><link rel="preload" as="script" href="${at('preload')}"><link rel="modulepreload" href="${at('modulepreload')}"><link rel="icon" href="${at('icon')}"><link rel="manifest" href="${at('manifest')}">`,
  speculation: (at) =>
    `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${at('prerender')}"]}],"prefetch":[{"source":"list","urls":["${at('speculated')}"]}]}</script>`,
  script: (at) =>
    `<script src="${at('script')}"></script><script type="module">import('${at('dynamic')}').catch(() => 0)</script><script type="module" src="${at('module')}"></script>`,
  vector: (at) =>
    `<svg width="50" height="50"><image href="${at('svg')}" width="9" height="9"/><use href="${at('use')}#a"/></svg>`,
  fetch: (at) =>
    `<script>fetch('${at('fetch')}', { mode: 'no-cors' }).catch(() => 0); fetch('/away?to=' + encodeURIComponent('${at('redirected')}'), { mode: 'no-cors' }).catch(() => 0); fetch('/kept?to=' + encodeURIComponent('${at('posted')}'), { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => 0); const asked = new XMLHttpRequest(); asked.open('POST', '${at('xhr')}'); asked.send('x'); navigator.sendBeacon('${at('beacon')}', 'x')</script>`,
  socket: (at) =>
    `<script>for (const scheme of ['ws', 'wss']) try { new WebSocket('${at('socket')}'.replace('http', scheme)) } catch {}
      try { new EventSource('${at('events')}') } catch {}; try { new WebTransport('${at('quic')}'.replace('http:', 'https:')).ready.catch(() => 0) } catch {}</script>`,
  worker: (at) =>
    `<script>const code = "try { importScripts('${at('imported')}') } catch {} fetch('${at('worker')}', { mode: 'no-cors' }).catch(() => 0)"; const made = URL.createObjectURL(new Blob([code], { type: 'text/javascript' })); try { new Worker(made); new SharedWorker(made) } catch {}; navigator.serviceWorker?.register('/worker.js?to=' + encodeURIComponent('${at('service')}')).catch(() => 0)</script>`,
  form: (at) =>
    `<form id="f" action="${at('form')}" method="post" target="sent"><input name="a"></form><iframe name="sent"></iframe><script>document.getElementById('f').submit()</script><a id="p" href="#" ping="${at('ping')}">x</a><script>document.getElementById('p').click()</script>`,
  window: (at) =>
    `<button onclick="window.open('${at('popup')}')">Continue</button><a href="${at('download')}" download>Download</a><script>setTimeout(() => { for (const scheme of ['file:///etc/passwd', 'view-source:${at('source')}', 'chrome://version']) try { window.open(scheme) } catch {} }, 300)</script>`,
  navigation: (at) =>
    `<meta http-equiv="refresh" content="2;url=${at('refresh')}"><script>setTimeout(() => { location = '${at('location')}' }, 1500)</script>`,
  peer: (at) =>
    `<script>const host = new URL('${at('')}').host; const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + host }, { urls: ['turn:' + host, 'turn:' + host + '?transport=tcp'], username: 'a', credential: 'b' }] }); peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))</script>`,
}

/** Spellings of the machine itself and of what stands beside it. The port is that of the canary. */
export function privateHosts(port: number): string[] {
  return [
    ...['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '127.0.0.2'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]'],
    ...['localhost.', 'a.localhost', '127.0.0.1.', '１２７.0.0.1', '127。0。0。1'],
  ].map((host) => `${host}:${port}`)
}
