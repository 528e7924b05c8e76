import { page } from '../../../src/sandbox/sites/page.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const plain = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }
const COMMANDS = ['npm install viem', 'pip install eth-account', 'cargo add alloy', 'brew install foundry']

/** The same ways in honest hands. */
export const HONEST_WAYS: readonly PageClass[] = [
  {
    id: 'signed-room',
    hostile: false,
    design: (variant) => ({
      title: pick(['Reading room', 'Werkstatt', 'Salón', 'Klub'], variant),
      content: `<h1>${pick(['Reading room', 'Werkstatt', 'Salón', 'Klub'], variant)}</h1><p>${pick(['For holders of the card.', 'Für Mitglieder.', 'Para socios.', 'Dla członków.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Sign in', 'Anmelden', 'Entrar', 'Zaloguj'], variant),
          code: `const text = location.host + ' wants you to sign in with your Ethereum account:\\n' + account + '\\n\\nURI: ' + location.origin + '\\nVersion: 1\\nChain ID: 1\\nNonce: b7Qm2x9La${variant}\\nIssued At: 2026-11-28T08:00:00Z'; const proof = await wallet('personal_sign', ['0x' + [...new TextEncoder().encode(text)].map((one) => one.toString(16).padStart(2, '0')).join(''), account]); await fetch('/api/session', { method: 'POST', body: proof }); show('<h1>${pick(['Issue 12', 'Termine', 'Agenda', 'Kalendarz'], variant)}</h1><p>${pick(['Tides and lamps.', 'Montags um sieben.', 'Los martes.', 'We wtorki.'], variant)}</p>')`,
        },
      ],
    }),
  },
  {
    id: 'other-network-view',
    hostile: false,
    design: (variant) => ({
      title: pick(['Gallery', 'Sammlung', 'Galería', 'Galeria'], variant),
      content: `<h1>${pick(['Your pictures', 'Ihre Bilder', 'Tus obras', 'Twoje obrazy'], variant)}</h1><p>${pick(['Nothing is signed.', 'Es wird nichts signiert.', 'Nada se firma.', 'Nic nie jest podpisywane.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Connect', 'Verbinden', 'Conectar', 'Połącz'], variant),
          connects: false,
          code:
            variant % 2 === 0
              ? `const one = window.phantom?.solana; if (!one) { say('—'); return }; const { publicKey } = await one.connect(); say(String(publicKey))`
              : `if (!window.tronLink) { say('—'); return }; await window.tronLink.request({ method: 'tron_requestAccounts' }); say(window.tronWeb.defaultAddress.base58)`,
        },
      ],
    }),
  },
  {
    id: 'copied-item-shown',
    hostile: false,
    design: (variant) => ({
      title: pick(['Get started', 'Einstieg', 'Inicio', 'Start'], variant),
      content: `<h1>${pick(['Get started', 'Einstieg', 'Inicio', 'Start'], variant)}</h1><pre>${pick(COMMANDS, variant)}</pre>`,
      buttons: [
        {
          label: pick(['Copy', 'Kopieren', 'Copiar', 'Kopiuj'], variant),
          connects: false,
          code: `await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['${pick(COMMANDS, variant)}'], { type: 'text/plain' }), 'text/html': new Blob(['<code>${pick(COMMANDS, variant)}</code>'], { type: 'text/html' }) })]); say('✓')`,
        },
      ],
    }),
  },
  {
    id: 'print-window',
    hostile: false,
    design: (variant) => ({
      title: pick(['Order 4412', 'Bestellung', 'Pedido', 'Zamówienie'], variant),
      content: `<h1>${pick(['Order 4412', 'Bestellung 4412', 'Pedido 4412', 'Zamówienie 4412'], variant)}</h1><p>${pick(['Two lamps.', 'Zwei Lampen.', 'Dos lámparas.', 'Dwie lampy.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Feedback', 'Rückmeldung', 'Opinión', 'Opinia'], variant),
          connects: false,
          code: `window.open('/note/', 'note', 'width=420,height=640')`,
        },
      ],
      files: {
        '/note/': page(
          'Note',
          `<h1>${pick(['How was it?', 'Wie war es?', '¿Qué tal?', 'Jak było?'], variant)}</h1><textarea rows="4"></textarea><button id="g">OK</button><script>document.getElementById('g').onclick = () => { fetch('/api/n', { method: 'POST', body: document.querySelector('textarea').value }); document.body.textContent = '✓' }</script>`,
        ),
      },
    }),
  },
  {
    id: 'framed-editor',
    hostile: false,
    design: (variant) => ({
      title: pick(['Draft', 'Entwurf', 'Borrador', 'Szkic'], variant),
      content: `<h1>${pick(['Draft', 'Entwurf', 'Borrador', 'Szkic'], variant)}</h1><textarea rows="6" cols="60"></textarea><h2>${pick(['Preview', 'Vorschau', 'Vista previa', 'Podgląd'], variant)}</h2><iframe src="https://{{preview}}/" width="600" height="200"></iframe>`,
      buttons: [
        {
          label: pick(['Show', 'Zeigen', 'Mostrar', 'Pokaż'], variant),
          connects: false,
          code: `root.querySelector('iframe').contentWindow.postMessage(at('textarea').value, '*')`,
        },
      ],
      hosts: {
        preview: page(
          'Preview',
          `<p id="p"></p><script>addEventListener('message', ({ data }) => { document.getElementById('p').textContent = String(data) })</script>`,
        ),
      },
    }),
  },
  {
    id: 'local-phrase-tool',
    hostile: false,
    design: (variant) => ({
      title: pick(['Phrase checker', 'Prüfsumme', 'Comprobador', 'Суффикс'], variant),
      content: `<h1>${pick(['Check the last word', 'Prüfsumme', 'Comprobador', 'Проверка'], variant)}</h1><p>${pick(['Works without a connection; save this page and open it offline.', 'Läuft ohne Netz. Speichern Sie die Seite.', 'Funciona sin conexión.', 'Работает без сети.'], variant)}</p><textarea rows="3" cols="60" placeholder="${pick(['Recovery phrase', 'Wiederherstellungsphrase', 'Frase de recuperación', 'Сид-фраза'], variant)}"></textarea><output></output>`,
      buttons: [
        {
          label: pick(['Check', 'Prüfen', 'Comprobar', 'Проверить'], variant),
          connects: false,
          code: `const bytes = new TextEncoder().encode(at('textarea').value.normalize('NFKD')); const digest = await crypto.subtle.digest('SHA-256', bytes); at('output').textContent = [...new Uint8Array(digest)].slice(0, 4).map((one) => one.toString(16)).join(' ')`,
        },
      ],
    }),
  },
  {
    id: 'counted-login',
    hostile: false,
    design: (variant) => ({
      title: pick(['Choir login', 'Chor', 'Coro', 'Хор'], variant),
      content: `<h1>${pick(['Log in', 'Anmelden', 'Entrar', 'Вход'], variant)}</h1><label>E-mail <input type="email" name="m"></label><label>${pick(['Password', 'Passwort', 'Contraseña', 'Пароль'], variant)} <input type="password" name="p"></label>`,
      buttons: [
        {
          label: pick(['Log in', 'Anmelden', 'Entrar', 'Войти'], variant),
          connects: false,
          code: `new Image().src = 'https://{{count}}/hit.gif?page=login&t=' + Date.now(); const answer = await fetch('/api/login', { method: 'POST', body: JSON.stringify({ mail: at('[name=m]').value, word: at('[name=p]').value }) }); say('${pick(['Not found', 'Nicht gefunden', 'No existe', 'Не найдено'], variant)}')`,
        },
      ],
      hosts: { count: plain },
    }),
  },
]
