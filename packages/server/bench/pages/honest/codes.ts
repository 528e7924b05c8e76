import { codePicture } from '../codePictures.ts'
import { type PageClass, pick } from '../pageDesign.ts'

export const HONEST_CODES: readonly PageClass[] = [
  {
    id: 'code-donation',
    hostile: false,
    design: (variant, world) => {
      const { html, start } = codePicture(
        pick([world.actors.friend, `ethereum:${world.actors.friend}@1`], variant >> 1),
        variant,
      )
      return {
        title: pick(['Owl rescue', 'Invoice 88', 'Organ fund', 'Biblioteca'], variant),
        content: `<h1>${pick(['Help the owls', 'Invoice 88', 'A new organ', 'Biblioteca'], variant)}</h1><p>${pick(['Every gift helps.', 'Due in ten days: 0.1 ETH.', 'We are half way there.', 'Gracias.'], variant)}</p><section><p><code>${world.actors.friend}</code></p>${html}</section><footer>Token contract: <code>${world.tokens.dai}</code></footer>`,
        start,
      }
    },
  },
  {
    id: 'code-invoice',
    hostile: false,
    design: (variant, world) => {
      const { html, start } = codePicture(
        pick(
          [
            `ethereum:${world.merchant}@1?value=2e16`,
            `ethereum:${world.tokens.usdc}@1/transfer?address=${world.merchant}&uint256=6e7`,
          ],
          variant,
        ),
        variant + 1,
      )
      return {
        title: pick(['Lamp workshop', 'Ticket desk', 'Print room', 'Taller'], variant),
        content: `<h1>Checkout</h1><p>${pick(['One lamp: 0.02 ETH', 'Two seats: 60 USDC', 'Three prints: 0.02 ETH', 'Dos sillas: 60 USDC'], variant)}. Delivered in three days. Returns for a month.</p><p>Scan to pay.</p>${html}<a href="/terms">Terms</a>`,
        start,
      }
    },
  },
  {
    id: 'code-pairing',
    hostile: false,
    design: (variant) => {
      const key = '5e'.repeat(32)
      const { html, start } = codePicture(`wc:${'a1'.repeat(32)}@2?relay-protocol=irn&symKey=${key}`, variant + 2)
      return {
        title: pick(['Tide pools', 'Larch swap', 'Sedge vault', 'Junco'], variant),
        content: `<h1>${pick(['Connect', 'Connect a wallet', 'Sign in with a phone', 'Conectar'], variant)}</h1><p>Scan with a wallet on your phone.</p>${html}<p>Version 3.1, open source.</p>`,
        start,
      }
    },
  },
  {
    id: 'sealed-notes',
    hostile: false,
    design: (variant) => ({
      title: pick(['Sealed notes', 'Diary', 'Drop box', 'Diario'], variant),
      content: `<h1>${pick(['Sealed notes', 'Diary', 'Drop box', 'Diario'], variant)}</h1><p>${pick(['Only you can read them.', 'Encrypted before it leaves this page.', 'Write to the editors. Nobody else can read it.', 'Solo tú lo lees.'], variant)}</p><textarea id="line" rows="3" cols="60"></textarea>`,
      buttons: [
        {
          label: pick(['Save', 'Keep', 'Send', 'Guardar'], variant),
          connects: false,
          code: `const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
const iv = crypto.getRandomValues(new Uint8Array(12))
const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(at('#line').value))
await fetch('/api/notes', { method: 'POST', body: ${pick(['new Blob([iv, box])', 'JSON.stringify({ note: btoa(String.fromCharCode(...iv, ...new Uint8Array(box))) })'], variant)} })
say('Saved')`,
        },
      ],
    }),
  },
]
