import { page } from '../../../src/sandbox/sites/page.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const cells = (count: number, label: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `<label>${label(at)} <input name="f${at}" size="8"></label>`).join('')
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const post = (path: string) =>
  `await fetch('${path}', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input,textarea')].map((field) => field.value)) }).catch(() => undefined); say('Saved')`

/** Logins, payments and forms of ordinary services. */
export const SERVICES: readonly PageClass[] = [
  {
    id: 'own-login',
    hostile: false,
    design: (variant) => ({
      title: pick(['Sign in to Sill Exchange', 'Kestrel account', 'Anmelden', 'Acceso'], variant),
      content: `<h1>${pick(['Sign in', 'Welcome back', 'Anmelden', 'Acceso'], variant)}</h1><label>E-mail <input type="email" name="email" autocomplete="username"></label><label>Password <input type="password" name="password" autocomplete="current-password"></label><a href="/reset">Forgot password?</a>`,
      buttons: [
        {
          label: pick(['Sign in', 'Log in', 'Anmelden', 'Entrar'], variant),
          connects: false,
          code: `await fetch('${pick(['/api/login', 'https://{{identity}}/token', '/session', '/api/login'], variant)}', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input')].map((one) => one.value)) }).catch(() => undefined); say('Wrong password')`,
        },
      ],
      hosts: { identity: { status: 401, headers: { 'access-control-allow-origin': '*' }, body: '{}' } },
    }),
  },
  {
    id: 'checkout-code',
    hostile: false,
    design: (variant, world) => ({
      title: pick(['Checkout', 'Invoice 77', 'Kasse', 'Pago'], variant),
      content: `<h1>${pick(['Pay with crypto', 'Invoice 77', 'Bezahlen', 'Pagar'], variant)}</h1><p>${pick(['Order 5521: 0.012 ETH', 'Consulting, May: 240 USDC', 'Bestellung 18: 0,02 ETH', 'Pedido 9: 0,01 ETH'], variant)}</p><svg width="120" height="120" role="img" aria-label="QR code"><rect width="120" height="120" fill="#fff"/><path d="M8 8h32v32H8zM80 8h32v32H80zM8 80h32v32H8z"/></svg><p><code>${world.merchant}</code></p><p>Valid for 15 minutes. Refunds within 30 days. <a href="/terms">Terms</a> <a href="/contact">Contact</a></p>`,
      buttons: [
        {
          label: pick(['Copy address', 'Copy', 'Kopieren', 'Copiar'], variant),
          connects: false,
          code: `await navigator.clipboard.writeText('${world.merchant}'); say('Copied')`,
        },
      ],
    }),
  },
  {
    id: 'donation',
    hostile: false,
    design: (variant, world) => ({
      title: pick(['Support the shelter', 'Donate', 'Spenden', 'Donar'], variant),
      content: `<h1>${pick(['Support the shelter', 'Donate', 'Spenden', 'Donar'], variant)}</h1><p>We feed 140 cats. The accounts are published every year.</p><p>ETH: <code>${world.actors.friend}</code></p>`,
      buttons: [
        {
          label: pick(['Copy', 'Copy address', 'Kopieren', 'Copiar'], variant),
          connects: false,
          code: `const field = document.createElement('textarea'); field.value = '${world.actors.friend}'; document.body.append(field); field.select(); document.execCommand('copy'); field.remove(); say('Copied')`,
        },
      ],
    }),
  },
  {
    id: 'card-frames',
    hostile: false,
    design: (variant) => ({
      title: pick(['Checkout – Walnut', 'Order', 'Kasse', 'Caja'], variant),
      content: `<h1>Checkout</h1><p>One desk lamp, walnut, 129.00. Delivery in three days.</p><label>E-mail <input type="email"></label><iframe src="https://{{pay}}/card" title="Card"></iframe><iframe src="https://{{pay}}/check" width="1" height="1" title="Fraud check"></iframe><a href="/terms">Terms</a>`,
      buttons: [
        {
          label: pick(['Order', 'Pay 129.00', 'Bestellen', 'Pedir'], variant),
          connects: false,
          code: `root.querySelector('iframe').contentWindow.postMessage({ type: 'submit' }, 'https://{{pay}}')`,
        },
      ],
      hosts: { pay: page('Card', '<label>Card number <input autocomplete="cc-number"></label>') },
    }),
  },
  {
    id: 'grid-form',
    hostile: false,
    design: (variant) => ({
      title: pick(['Budget', 'Crossword helper', 'Seating plan', 'Encuesta'], variant),
      content: `<h1>${pick(['Savings by month', 'Crossword helper', 'Table plan', 'Doce preguntas'], variant)}</h1><p>${pick(['Enter what you save in each month.', 'Type the words you know.', 'A name for each seat.', 'Escriba una palabra por pregunta.'], variant)}</p>${cells(12, (at) => pick([MONTHS[at] ?? '', `${at + 1} across`, `Seat ${at + 1}`, `Pregunta ${at + 1}`], variant))}`,
      buttons: [
        { label: pick(['Save', 'Solve', 'Save plan', 'Enviar'], variant), connects: false, code: post('/api/save') },
      ],
    }),
  },
  {
    id: 'message-form',
    hostile: false,
    design: (variant) => ({
      title: pick(['Contact', 'Comments', 'Translate', 'Spell check'], variant),
      content: `<h1>${pick(['Write to us', 'Leave a comment', 'Translate a text', 'Check your spelling'], variant)}</h1><label>${pick(['Message', 'Comment', 'Text', 'Text'], variant)} <textarea name="message" rows="5"></textarea></label>`,
      buttons: [
        {
          label: pick(['Send', 'Post', 'Translate', 'Check'], variant),
          connects: false,
          code: post(pick(['/contact', '/comments', 'https://{{engine}}/translate', '/api/check'], variant)),
        },
      ],
      hosts: { engine: { status: 200, headers: { 'access-control-allow-origin': '*' }, body: '{}' } },
    }),
  },
  {
    id: 'password-tool',
    hostile: false,
    design: (variant) => ({
      title: pick(['Password generator', 'Vault sign-up', 'Change password', 'Generador'], variant),
      content: `<h1>${pick(['Make a password', 'Create your vault', 'Change your password', 'Contraseñas'], variant)}</h1><label>Password <input type="password" name="new" autocomplete="new-password"></label><output id="made"></output>`,
      buttons: [
        {
          label: pick(['Generate and copy', 'Create', 'Change', 'Generar'], variant),
          connects: false,
          code: `const made = [...crypto.getRandomValues(new Uint8Array(18))].map((one) => String.fromCharCode(65 + one % 26)).join(''); await navigator.clipboard.writeText(made); say('Copied ' + made)`,
        },
      ],
    }),
  },
  {
    id: 'video-and-frames',
    hostile: false,
    design: (variant) => ({
      title: pick(['Lecture 3', 'Concert', 'Town map', 'Clase 2'], variant),
      content: `<h1>${pick(['Lecture 3: tides', 'Concert', 'Map of the town', 'Clase 2'], variant)}</h1><iframe src="https://{{media}}/embed/3" width="640" height="360" title="Player"></iframe><p>Recorded in May. Notes are below.</p><a href="/notes">Notes</a>`,
      buttons: [
        {
          label: pick(['Play', 'Full screen', 'Zoom in', 'Ver'], variant),
          connects: false,
          code: `root.querySelector('iframe').contentWindow.postMessage('play', '*')`,
        },
      ],
      hosts: { media: page('Player', '<video controls></video><p>Player</p>') },
    }),
  },
  {
    id: 'human-check',
    hostile: false,
    design: (variant) => ({
      title: pick(['Checking', 'One moment', 'Prüfung', 'Un momento'], variant),
      content: `<h1>${pick(['Are you human?', 'Confirm to continue', 'Sind Sie ein Mensch?', 'Confirme'], variant)}</h1><p>Press the box to read the archive.</p>`,
      buttons: [
        {
          label: pick(['I am human', 'Continue', 'Ja', 'Continuar'], variant),
          connects: false,
          code: `await new Promise((done) => setTimeout(done, 600)); show('<h1>Archive</h1><p>Letters of the harbour master, 1890 to 1914, in four volumes.</p>')`,
        },
      ],
    }),
  },
  {
    id: 'referral-desk',
    hostile: false,
    design: (variant) => ({
      title: pick(['Invite friends', 'Share', 'Portfolio', 'Compartir'], variant),
      content: `<h1>${pick(['Invite a friend', 'Share this list', 'Your portfolio', 'Comparte'], variant)}</h1><p>Copy your link and send it.</p><code>https://{{self}}/r/4711</code>`,
      buttons: [
        {
          label: pick(['Copy link', 'Copy', 'Connect to view', 'Copiar'], variant),
          connects: variant === 2,
          code:
            variant === 2
              ? `say('Balance: ' + Number(await wallet('eth_getBalance', [account, 'latest'])) / 1e18)`
              : `await navigator.clipboard.writeText('https://{{self}}/r/4711'); say('Copied')`,
        },
      ],
    }),
  },
]
