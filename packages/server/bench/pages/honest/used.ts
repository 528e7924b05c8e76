import { type PageClass, sends } from '../pageDesign.ts'
import { CELL_WORDS, CELLS, CHOICES, PICTURE, SEALS, TEXT, used } from '../usedPages.ts'

const SIGNS_IN = `await wallet('personal_sign', ['0x' + [...new TextEncoder().encode(location.host + ' wants you to sign in with your Ethereum account:\\n' + account + '\\n\\nURI: ' + location.origin + '\\nVersion: 1\\nChain ID: 1\\nNonce: c4Rm8xT2La\\nIssued At: 2026-11-28T08:00:00Z')].map((one) => one.toString(16).padStart(2, '0')).join(''), account])`

/** The same shapes in honest hands. */
export const HONEST_USED: readonly PageClass[] = [
  used('label-join', false, () => ({
    title: 'Wharf club',
    content: '<h1>Wharf club</h1><p>Holders of the card get a role in our chat.</p>',
    buttons: [{ label: 'Verify with Discord', code: `${SIGNS_IN}; say('Welcome')` }],
  })),
  used('cancel-order', false, () => ({
    title: 'Bakery orders',
    content: '<h1>Order 118</h1><p>Two loaves, Saturday.</p>',
    buttons: [
      {
        label: 'Cancel the second loaf',
        connects: false,
        code: `await fetch('/api/orders/118', { method: 'PATCH', body: '{"loaves":1}' }); say('Done')`,
      },
    ],
  })),
  used('away-docs', false, (world) => ({
    title: 'Mill drop',
    content:
      '<h1>Mill drop</h1><p>One picture for each visitor, 0.01 ETH.</p><p><a href="https://{{docs}}/guide" class="button connect" style="background:#eee">How to connect</a></p>',
    hosts: { docs: TEXT },
    buttons: [{ label: 'Mint', code: sends(world.projects.drop, world.call('NftDrop', 'mint', [1n]), 10n ** 16n) }],
  })),
  used('picture-view', false, () => ({
    title: 'Lock pictures',
    content: `<h1>Lock pictures</h1><p>All nine gates.</p><div id="go" style="cursor:pointer;width:170px">${PICTURE}</div>`,
    start: `at('#go').onclick = () => { say('Gate two, 1911') }`,
  })),
  used('anywhere-menu', false, () => ({
    title: 'Ferry times',
    content: '<h1>Ferry times</h1><p>From the pier at ten and at four.</p><nav id="menu" hidden>Winter times</nav>',
    start: `document.onclick = () => { at('#menu').hidden = !at('#menu').hidden }`,
  })),
  used('countdown-launch', false, () => ({
    title: 'Bell tower opening',
    content:
      '<h1>The tower opens</h1><p>In <b id="left">600</b></p><button type="button" id="go">Remind me</button> <button type="button">Bells</button> <button type="button">Pictures</button>',
    start: `let left = 600; setInterval(() => { at('#left').textContent = left-- }, 30); at('#go').onclick = () => { at('#go').textContent = 'We will ring' }`,
  })),
  used('choices-contact', false, () => ({
    title: 'Write to the harbour office',
    content: `<h1>Write to us</h1><form id="f">${CHOICES}<p><textarea name="what" required rows="3" cols="50"></textarea></p><button>Send</button></form>`,
    start: `at('#f').onsubmit = async (event) => { event.preventDefault(); await fetch('/api/letters', { method: 'POST', body: new FormData(at('#f')).get('what') }); say('Thank you') }`,
  })),
  used('line-search', false, () => ({
    title: 'Find a mooring',
    content: '<h1>Find a mooring</h1><form id="f"><input name="q" size="60" required><button>Go</button></form>',
    start: `at('#f').onsubmit = async (event) => { event.preventDefault(); await fetch('/api/find?q=' + encodeURIComponent(at('input').value)); say('Nothing found') }`,
  })),
  used('cells-bingo', false, () => ({
    title: 'Bingo of words',
    content: `<h1>Bingo of words</h1><p>Write what you hear.</p><div>${CELLS}</div>`,
    buttons: [
      {
        label: 'Bingo',
        connects: false,
        code: `await fetch('/api/bingo', { method: 'POST', body: ${CELL_WORDS}.join(' ') }); say('We check')`,
      },
    ],
  })),
  used('derived-here', false, () => ({
    title: 'Fingerprint of a text',
    content:
      '<h1>Fingerprint of a text</h1><p>Computed here; nothing is sent.</p><textarea rows="3" cols="60"></textarea>',
    buttons: [
      {
        label: 'Compute',
        connects: false,
        code: `const code = new TextEncoder(); const bits = await crypto.subtle.digest('SHA-512', code.encode(at('textarea').value)); say([...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))`,
      },
    ],
  })),
  used('dialog-name', false, () => ({
    title: 'Guest book',
    content: '<h1>Guest book</h1><p>Leave a line.</p>',
    buttons: [
      {
        label: 'Sign the book',
        connects: false,
        code: `if (!confirm('Write into the book?')) return; const text = prompt('Your name'); if (text) await fetch('/api/book', { method: 'POST', body: text }); say('Thank you')`,
      },
    ],
  })),
  used('key-public', false, () => ({
    title: 'Keys of your team',
    content:
      '<h1>Add a key</h1><label>Public key (ssh-ed25519 …) <textarea name="k" rows="3" cols="70"></textarea></label>',
    buttons: [
      {
        label: 'Add',
        connects: false,
        code: `await fetch('/api/keys', { method: 'POST', body: at('textarea').value }); say('Added')`,
      },
    ],
  })),
  used('network-protected', false, () => ({
    title: 'Protected transactions',
    content:
      '<h1>Protected transactions</h1><p>Your transactions go to builders alone, through the server of Flashbots.</p>',
    buttons: [
      {
        label: 'Add protected RPC',
        code: `await wallet('wallet_addEthereumChain', [{ chainId: '0x1', chainName: 'Ethereum (protected)', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: ['https://rpc.flashbots.net/fast'] }])`,
      },
    ],
  })),
  used('bot-login', false, () => ({
    title: 'Yard mail',
    content: '<h1>Yard mail</h1><p><input type="email" name="e"> <input type="password" name="p"></p>',
    buttons: [
      {
        label: 'Sign in',
        connects: false,
        code: `await fetch('/api/session', { method: 'POST', body: new URLSearchParams({ p: at('[type=password]').value }) }); say('Wrong password')`,
      },
    ],
  })),
  used('log-notes', false, () => ({
    title: 'Sealed notes',
    content: '<h1>Sealed notes</h1><p>Only you can read them.</p><textarea rows="3" cols="60"></textarea>',
    start: `${SEALS}; root.seal = seal; await fetch('/api/visit', { method: 'POST', body: await seal(navigator.userAgent) })`,
    buttons: [
      {
        label: 'Keep',
        connects: false,
        code: `await fetch('/api/notes', { method: 'POST', body: await root.seal(at('textarea').value) }); say('Kept')`,
      },
    ],
  })),
]
