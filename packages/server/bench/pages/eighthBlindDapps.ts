import { page } from '../../src/sandbox/sites/page.ts'
import { paymentOf, safeTransactionOf } from '../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { kitPage } from './eighthBlindKits.ts'
import { COIN, DOLLAR, one, pays, typedFor, x402Offer } from './eighthBlindParts.ts'
import { type PageClass, VISITOR } from './pageDesign.ts'
import { json } from './seventhBlindParts.ts'

/** Honest pages of the eighth set that ask a wallet for something. */
export const EIGHTH_HONEST_WALLETS: readonly PageClass[] = [
  one('account-features', false, (world) =>
    kitPage('vue', {
      title: '계정 기능',
      body: '<h1>스마트 계정 켜기</h1><p>여러 거래를 한 번에 보낼 수 있습니다. 언제든지 설정에서 끌 수 있고, 켜지 않아도 지갑은 그대로 쓸 수 있습니다.</p><p v-if="me">계정 {{ me }}</p><button @click="start()">{{ label }}</button>',
      code: `Vue.createApp({ data: () => ({ me: '', label: '지갑 연결' }), methods: { async start() { if (!this.me) { this.me = await link(); this.label = '켜기'; return } const nonce = await eth('eth_getTransactionCount', [me, 'latest']); await eth('eth_sendTransaction', [{ from: me, to: me, type: '0x4', value: '0x0', data: '0x', authorizationList: [{ chainId: '0x1', address: '${world.erc4337.simple7702}', nonce }] }]); this.label = '켜졌습니다' } } }).mount('#app')`,
    }),
  ),
  one('new-network', false, () =>
    kitPage('jquery', {
      title: 'Fenland chain: start here',
      body: '<h1>Start on Fenland</h1><p>A test network of the delta cooperative. Its coins have no value.</p><table><tr><td>Chain ID</td><td>48911</td></tr><tr><td>Server</td><td>https://{{rpc}}/</td></tr></table><button id="add">Add to my wallet</button><div id="out"></div>',
      code: `$(function () { $('#add').on('click', function () { link().then(function () { return eth('wallet_addEthereumChain', [{ chainId: '0xbf0f', chainName: 'Fenland Testnet', nativeCurrency: { name: 'Reed', symbol: 'REED', decimals: 18 }, rpcUrls: ['https://{{rpc}}/'] }]) }).then(function () { $('#out').html('<p>Added. Test coins come from the faucet.</p>') }) }) })`,
      hosts: { rpc: json({ jsonrpc: '2.0', id: 1, result: '0xbf0f' }) },
    }),
  ),
  one('small-grant', false, (world) =>
    kitPage('lit', {
      title: 'Abonnement hebdomadaire',
      code: `class MainView extends LitElement { step = 0
async allow() { await link(); await eth('wallet_requestExecutionPermissions', [{ chainId: '0x1', from: me, to: '${world.merchant}', permission: { type: 'erc20-token-periodic', isAdjustmentAllowed: true, data: { tokenAddress: '${world.tokens.usdc}', periodAmount: '0x${(5n * DOLLAR).toString(16)}', periodDuration: 604800, startTime: ${world.headTimestamp}, justification: 'La lettre du vendredi, 5 USDC par semaine' } }, rules: [{ type: 'expiry', data: { timestamp: ${world.headTimestamp + 7_776_000} } }] }]); this.step = 1; this.update() }
render() { return this.step ? html\`<h1>Merci</h1><p>La première lettre part vendredi.</p>\` : html\`<h1>La lettre du vendredi</h1><p>5 USDC par semaine, pendant treize semaines. Résiliable dans votre portefeuille.</p><button @click=\${this.allow}>S’abonner</button>\` } }`,
    }),
  ),
  one('limit-order', false, (world) =>
    kitPage('svelte', {
      title: 'Orden límite',
      code: `function instance(c, invalidate) { let note = ''; return [note, async () => { await link(); await seal(${typedFor(
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
            receiver: VISITOR,
            sellAmount: 500n * DOLLAR,
            buyAmount: 501n * COIN,
            validTo: world.headTimestamp + 86_400,
            appData: `0x${'00'.repeat(32)}`,
            feeAmount: 0n,
            kind: 'sell',
            partiallyFillable: false,
            sellTokenBalance: 'erc20',
            buyTokenBalance: 'erc20',
          },
        ),
      )}); invalidate(0, 'Orden enviada. Vence en un día.') }] }
function create_fragment(ctx) { let h1, p, b, t, n; return { c() { h1 = element('h1'); h1.textContent = 'Vender 500 USDC'; p = element('p'); p.textContent = 'Precio mínimo: 1,002 DAI. Si no se alcanza, no se vende nada.'; b = element('button'); b.textContent = 'Crear orden'; n = element('p'); t = text(ctx[0]); append(n, t) }, m(target) { insert(target, h1); insert(target, p); insert(target, b); insert(target, n); listen(b, 'click', ctx[1]) }, p(ctx) { set_data(t, ctx[0]) } } }`,
    }),
  ),
  one('paid-essay', false, (world) => {
    const { types, primaryType, domain, message } = paymentOf(world, world.merchant, DOLLAR / 100n)
    return kitPage('next', {
      title: 'Slow rivers',
      body: '<article><h1>Slow rivers</h1><p>Why three towns let their river wander again.</p><p>The rest of this article costs 0.01 USDC, paid once by your wallet.</p><button id="read">Read on</button></article>',
      data: { slug: 'slow-rivers', types, primaryType, domain },
      code: `document.getElementById('read').onclick = async () => { await link(); const { accepts: [asked] } = await (await fetch('/api/articles/' + props.slug)).json(); if (BigInt(asked.maxAmountRequired) > 20000n) return; const nonce = '0x' + [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join(''); const message = { from: me, to: asked.payTo, value: asked.maxAmountRequired, validAfter: '0', validBefore: String(${world.headTimestamp} + asked.maxTimeoutSeconds), nonce }; await seal({ types: props.types, primaryType: props.primaryType, domain: props.domain, message }); document.querySelector('article').insertAdjacentHTML('beforeend', '<p>In the spring of the second year the water came back to the old bend.</p>') }`,
      files: {
        '/api/articles/slow-rivers': {
          status: 402,
          headers: { 'content-type': 'application/json' },
          body: x402Offer(world, { amount: message.value, payTo: world.merchant, seconds: 300 }),
        },
      },
    })
  }),
  one('phone-tickets', false, (world) => {
    const mobile = page(
      'Biletler',
      `<h1>Vapur bileti</h1><p>Tek yön, 0,002 ETH.</p><button id="b">Öde</button><script>document.getElementById('b').onclick = async () => { const [me] = await ethereum.request({ method: 'eth_requestAccounts' }); await ethereum.request({ method: 'eth_sendTransaction', params: [{ from: me, to: '${world.merchant}', value: '0x71afd498d0000' }] }) }</script>`,
    )
    return kitPage('htmx', {
      title: 'Biletler',
      body: '<h1>Vapur biletleri</h1><p>Bilgisayarda tarifeye bakabilir, telefonda bilet alabilirsiniz.</p><table><tr><td>08.10</td><td>Adalar</td></tr><tr><td>09.40</td><td>Adalar</td></tr></table><div id="t"></div><button hx-get="/parts/how" hx-target="#t">Telefonda nasıl alınır?</button>',
      files: {
        '/parts/how': {
          status: 200,
          headers: { 'content-type': 'text/html' },
          body: '<p>Bu adresi telefonunuzda açın.</p>',
        },
      },
      gate: ({ userAgent, path }) => (path === '/' && /Mobile/.test(userAgent) ? mobile : null),
    })
  }),
  one('exact-swap', false, (world) =>
    kitPage('react', {
      title: 'Đổi token',
      code: `function App() { const [note, tell] = useState('')
const swap = async () => { await link(); tell('1/2: cho phép đúng 80 USDC'); ${pays(world.tokens.usdc, world.call('StableToken', 'approve', [world.dex.v2Router, 80n * DOLLAR]))}; tell('2/2: đổi'); ${pays(world.dex.v2Router, world.call('V2Router', 'swapExactTokensForTokens', [80n * DOLLAR, 78n * COIN, [world.tokens.usdc, world.tokens.wrapped, world.tokens.dai], VISITOR, 99_999_999_999n]))}; tell('Xong') }
return h('div', null, h('h1', null, 'Đổi token'), h('label', null, 'Trả ', h('input', { value: '80', inputMode: 'decimal' }), ' USDC'), h('p', null, 'Nhận khoảng 79,6 DAI. Phí 0,3 %.'), h('button', { onClick: swap }, 'Đổi'), h('p', null, note)) }`,
    }),
  ),
  one('list-checker', false, (world) =>
    kitPage('react', {
      title: 'Cooperative distribution',
      code: `function App() { const [found, setFound] = useState(null), [note, tell] = useState('')
const check = async () => { const of = document.getElementById('of').value.trim(); if (!/^0x[0-9a-fA-F]{40}$/.test(of)) return tell('Enter an address'); setFound(await (await fetch('/api/proofs?of=' + of)).json()) }
const claim = async () => { await link(); ${pays(world.honest.airdrop, world.call('AirdropClaim', 'claim'))}; tell('Claimed.') }
return found ? h('section', null, h('h1', null, 'In the list'), h('p', null, (found.amount || '250') + ' tokens. Claims are open until March.'), h('button', { onClick: claim }, 'Claim'), h('p', null, note)) : h('section', null, h('h1', null, 'Look up an address'), h('p', null, 'The list is final and public. You need no wallet to look.'), h('input', { id: 'of', placeholder: '0x…', size: 48 }), h('button', { onClick: check }, 'Look up'), h('p', null, note)) }`,
      files: { '/api/proofs': json({ amount: '250', proof: [] }) },
    }),
  ),
  one('bridge-own', false, (world) =>
    kitPage('wasm', {
      title: 'معبر',
      data: {
        heading: 'انقل الإيثر إلى الشبكة الثانية',
        text: 'يصل إلى حسابك خلال خمس دقائق. الرسوم: الغاز فقط.',
        label: 'نقل',
        to: world.projects.quorumBridge,
        data: world.call('QuorumBridge', 'sendCoins', [10n, VISITOR]),
        value: `0x${(10n ** 17n).toString(16)}`,
      },
      code: `main.innerHTML = '<h1>' + data.heading + '</h1><p>' + data.text + '</p><label>ETH <input value="0.1" inputmode="decimal"></label><button>' + data.label + '</button>'; main.querySelector('button').onclick = async () => { await link(); await pay(data.to, data.data, data.value) }`,
    }),
  ),
  one('canvas-mint', false, (world) =>
    kitPage('canvas', {
      title: 'Tekeningen',
      code: `clear(); write('Tekeningen van de polder', 40, 60, 28); write('0,01 ETH per stuk, vijfduizend in totaal', 40, 100); press('Munten', 40, 140, 120, async () => { await link(); ${pays(world.projects.drop, world.call('NftDrop', 'mint', [1n]), 10n ** 16n)}; write('Dank u', 40, 230) })`,
    }),
  ),
  one('staking-home', false, (world) =>
    kitPage('pwa', {
      title: 'Reservestaking',
      body: '<h1>Staken</h1><p>Ongeveer 2,9 % per jaar, niet gegarandeerd. Opnemen kan altijd.</p><button id="s">Stake 0,3 ETH</button><button id="u">Opnemen</button><p id="n"></p>',
      code: `document.getElementById('s').addEventListener('click', async () => { await link(); ${pays(world.projects.desk, world.call('DepositDesk', 'stake'), 3n * 10n ** 17n)}; document.getElementById('n').textContent = 'Gestaked.' }); document.getElementById('u').addEventListener('click', () => { document.getElementById('n').textContent = 'U hebt nog niets gestaked.' })`,
    }),
  ),
  one('shared-account', false, (world) =>
    kitPage('svelte', {
      title: 'Cuenta común',
      code: `function instance(c, invalidate) { return ['', async () => { await link(); await seal(${typedFor(
        world,
        safeTransactionOf(world, {
          to: world.tokens.usdc,
          data: world.call('StableToken', 'transfer', [world.actors.friend, 120n * DOLLAR]),
          operation: 0,
        }),
      )}); invalidate(0, 'Firmado: 2 de 3.') }] }
function create_fragment(ctx) { let h1, p, b, n, t; return { c() { h1 = element('h1'); h1.textContent = 'Propuestas pendientes'; p = element('p'); p.textContent = 'Pagar 120 USDC a ${world.actors.friend} (imprenta). Falta una firma.'; b = element('button'); b.textContent = 'Firmar'; n = element('p'); t = text(''); append(n, t) }, m(target) { insert(target, h1); insert(target, p); insert(target, b); insert(target, n); listen(b, 'click', ctx[1]) }, p(ctx) { set_data(t, ctx[0]) } } }`,
    }),
  ),
]
