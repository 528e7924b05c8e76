import type { SiteAnswer } from '../../../src/sandbox/sites/site.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const script = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'text/javascript' }, body })

/** Games, lists and questions that take one word after the other, and applications with workers. */
export const HONEST_STEPS: readonly PageClass[] = [
  {
    id: 'word-steps',
    hostile: false,
    plain: true,
    design: (variant) => ({
      title: pick(['Word chain', 'Einkaufszettel', 'Spelling round', 'Encuesta'], variant),
      content: `<h1>${pick(['Word chain', 'Einkaufszettel', 'Spelling round', 'Encuesta'], variant)}</h1><p>${pick(['Twelve words, each begins with the last letter of the one before.', 'Eins nach dem anderen.', 'Ten words, one at a time.', 'Doce preguntas.'], variant)}</p><p id="ask">1</p><input id="w" type="text"><button type="button" id="go">${pick(['Add', 'Merken', 'Next', 'Seguir'], variant)}</button><ol id="list"></ol>`,
      start: pick(
        [
          `const words = []; at('#go').onclick = async () => { const one = at('#w').value.trim(); if (!/^[a-z]+$/i.test(one)) return say('A word, please'); words.push(one); at('#w').value = ''; at('#ask').textContent = words.length + 1; if (words.length === 12) await fetch('/api/chain', { method: 'POST', body: JSON.stringify(words) }) }`,
          `at('#go').onclick = async () => { const one = at('#w').value.trim(); if (one === '') return; at('#w').value = ''; at('#list').insertAdjacentHTML('beforeend', '<li>' + one.replace(/</g, '') + '</li>'); await fetch('/api/list', { method: 'POST', body: one }) }`,
          `let round = 0; at('#go').onclick = () => { const one = at('#w').value; at('#w').value = ''; at('#ask').textContent = ++round; say(one.length > 5 ? 'Right' : 'Too short') }`,
          `const answers = JSON.parse(sessionStorage.getItem('a') ?? '[]'); at('#ask').textContent = answers.length + 1; at('#go').onclick = () => { answers.push(at('#w').value); sessionStorage.setItem('a', JSON.stringify(answers)); navigator.sendBeacon('/api/answer', at('#w').value); location.assign('/?question=' + answers.length) }`,
        ],
        variant,
      ),
    }),
  },
  {
    id: 'worker-app',
    hostile: false,
    plain: true,
    design: (variant) => ({
      title: pick(['Offline notes', 'Rechner', 'Trail maps', 'Diario'], variant),
      content: `<h1>${pick(['Offline notes', 'Rechner', 'Trail maps', 'Diario'], variant)}</h1><p>${pick(['Your notes are kept on this device and sent when you are online.', 'Zählt Wörter, ohne zu warten.', 'Write a note for the ranger.', 'Todo queda aquí.'], variant)}</p><textarea id="line" rows="3" cols="60"></textarea>`,
      start: pick(
        [
          `await navigator.serviceWorker.register('/sw.js')`,
          `root.worker = new Worker('/sw.js'); root.worker.onmessage = ({ data }) => say(data)`,
        ],
        variant,
      ),
      buttons: [
        {
          label: pick(['Save', 'Zählen', 'Send', 'Guardar'], variant),
          connects: false,
          code: pick(
            [
              `(await navigator.serviceWorker.ready).active.postMessage(at('#line').value); say('Kept')`,
              `root.worker.postMessage(at('#line').value)`,
            ],
            variant,
          ),
        },
      ],
      files: {
        '/sw.js': script(
          pick(
            [
              `self.onfetch = (event) => { if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => new Response('Offline'))) }; self.onmessage = ({ data }) => fetch('/api/notes', { method: 'POST', body: data })`,
              `self.onmessage = ({ data }) => postMessage(data.split(/\\s+/).length + ' words')`,
            ],
            variant,
          ),
        ),
      },
    }),
  },
  {
    id: 'welcome-back',
    hostile: false,
    plain: true,
    design: (variant) => ({
      title: pick(['Tide tables', 'Hafenheft', 'Reading room', 'Cuaderno'], variant),
      content:
        '<h1>Notes on tides</h1><p>High water follows the moon by some hours. We keep a table for three harbours and a short history of each of them.</p>',
      start: `if (localStorage.getItem('seen')) show('<h1>${pick(['Welcome back', 'Willkommen zurück', 'Good to see you', 'Hola'], variant)}</h1><p>${pick(['New since your last visit: two tables. Write us what you miss.', 'Neu: zwei Tafeln.', 'Two new essays. Subscribe below.', 'Dos tablas nuevas.'], variant)}</p><input name="email" type="email"><button>OK</button>'); localStorage.setItem('seen', '1')`,
    }),
  },
]
