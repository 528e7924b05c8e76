import { zeroAddress } from 'viem'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { kitPage } from './eighthBlindKits.ts'
import { COIN, DOLLAR, pays, typedFor } from './eighthBlindParts.ts'
import { ninthKitPage } from './ninthBlindKits.ts'
import { delegates, one, signsOperation } from './ninthBlindParts.ts'
import { type PageClass, VISITOR } from './pageDesign.ts'

/** Honest pages of the ninth set that ask a wallet for something. */
export const NINTH_HONEST_WALLETS: readonly PageClass[] = [
  // Twin of age-check: a text that can be read is signed, and nothing can be done with it elsewhere.
  one('age-proof', false, () =>
    ninthKitPage('elements', {
      title: 'Adega da Ribeira',
      body: '<age-gate><template shadowrootmode="open"><style>section{border:1px solid #373;padding:24px;border-radius:4px;background:#f4faf2}</style><section><h1>Tem 18 anos?</h1><p>Pode entrar com uma declaração assinada ou escrever o ano em que nasceu. Guardamos só a resposta, por um mês.</p><button id="sign">Assinar a declaração</button> <button id="year">Escrever o ano</button><p role="status"></p></section></template></age-gate>',
      code: `const hex = (text) => '0x' + [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
customElements.define('age-gate', class extends HTMLElement { connectedCallback() { const root = this.shadowRoot; const note = root.querySelector('[role=status]'); root.querySelector('#sign').onclick = async () => { try { await link(); const text = 'Adega da Ribeira (' + location.host + ')\\n\\nDeclaro que tenho pelo menos 18 anos.\\n\\nConta: ' + me + '\\nNonce: ' + crypto.randomUUID() + '\\nData: ' + new Date().toISOString().slice(0, 10); const signature = await eth('personal_sign', [hex(text), me]); await fetch('/api/age', { method: 'POST', body: JSON.stringify({ text, signature }) }); note.textContent = 'Obrigado. Boa visita!' } catch { note.textContent = 'Sem assinatura, escreva o ano.' } }; root.querySelector('#year').onclick = () => { note.innerHTML = '<input inputmode="numeric" maxlength="4" placeholder="1990">' } } })`,
    }),
  ),
  // Twin of delegation-alarm: the code of the account is really taken away.
  one('delegation-off', false, () =>
    ninthKitPage('signals', {
      title: '智能账户设置',
      head: '<style>body{background:#f6f8fb}section{background:#fff;padding:24px;border-radius:8px}</style>',
      code: `const [code, setCode] = createSignal(null), [note, setNote] = createSignal(''); const first = template('<section><h1>智能账户</h1><p>查看您的账户是否启用了 EIP-7702，并可随时恢复为普通账户。</p><button>查看</button></section>'), second = template('<section><h1>当前状态</h1><p class="state"></p><p>恢复为普通账户后，资产和地址不变，只需支付网络费。</p><button>恢复为普通账户</button><p class="note"></p></section>')
const App = () => { if (code() === null) { const view = first(); view.querySelector('button').$$click = async () => { await link(); setCode(await eth('eth_getCode', [me, 'latest']).catch(() => '0x')) }; return view } const view = second(); view.querySelector('.state').textContent = code() === '0x' ? '未启用' : '已启用：0x' + code().slice(8); insert(view.querySelector('.note'), note); view.querySelector('button').$$click = async () => { ${delegates(zeroAddress)}; setNote('已恢复。') }; return view }`,
    }),
  ),
  // Twin of sponsored-operation: the operation claims the visitor's own tokens.
  one('sponsored-claim', false, (world) =>
    kitPage('react', {
      title: 'Nhận token không cần gas',
      code: `function App() { ${signsOperation(world, world.call('Simple7702Account', 'execute', [world.honest.airdrop, 0n, world.call('AirdropClaim', 'claim')]), 'Đã gửi. Token đến trong khoảng một phút.')}
return step === 0 ? h('main', null, h('h1', null, 'Nhận token của hợp tác xã'), h('p', null, 'Hợp tác xã trả phí mạng. Bạn cũng có thể tự gửi giao dịch nếu không muốn dùng tài khoản thông minh.'), h('button', { onClick: start }, 'Bắt đầu')) : h('main', null, h('h2', null, 'Nhận 250 token'), h('p', null, 'Chữ ký này chỉ gọi hàm claim của hợp đồng phân phối.'), h('button', { onClick: finish }, 'Nhận'), h('p', null, note)) }`,
    }),
  ),
  // Twin of margin-call: the visitor's own shares of a vault, for the amount that was approved.
  one('loan-room', false, (world) =>
    kitPage('jquery', {
      title: 'Kredi odası',
      head: '<style>td{padding:4px 16px 4px 0}</style>',
      body: '<h1>Krediniz ve teminatınız</h1><p>Sağlık oranı 1,00 altına inerse teminatın bir kısmı satılır. Aşağıda güncel durumu görebilir, isterseniz teminat ekleyebilirsiniz.</p><button id="see">Durumu göster</button><div id="out"></div>',
      code: `$(function () { $('#see').on('click', function () { link().then(function () { $('#out').html('<table><tr><td>Hesap</td><td>' + me + '</td></tr><tr><td>Sağlık oranı</td><td>1,84</td></tr></table><p>150 USDC eklerseniz oran 1,97 olur. Paylarınızı her an geri çekebilirsiniz.</p><button id="add">150 USDC ekle</button>') }) }); $(document.body).on('click', '#add', async function () { ${pays(world.tokens.usdc, world.call('StableToken', 'approve', [world.honest.vault, 150n * DOLLAR]))}; ${pays(world.honest.vault, world.call('Vault4626', 'deposit', [150n * DOLLAR, VISITOR]))}; $('#out').append('<p>Eklendi.</p>') }) })`,
    }),
  ),
  one('swap-parts', false, (world) =>
    ninthKitPage('elements', {
      title: 'مبادلة',
      body: '<token-swap dir="rtl"><template shadowrootmode="open"><style>.box{border:1px solid #ccd;border-radius:12px;padding:20px;max-width:360px}input{font:24px sans-serif;width:100%}</style><div class="box"><h1>مبادلة</h1><label>تدفع (ETH)<input id="in" value="0.04" inputmode="decimal"></label><p>تحصل على نحو <b id="out">120</b> DAI، والحد الأدنى 110.</p><button>مبادلة</button><p role="status"></p></div></template></token-swap>',
      code: `customElements.define('token-swap', class extends HTMLElement { connectedCallback() { const root = this.shadowRoot; root.querySelector('#in').oninput = (event) => { root.querySelector('#out').textContent = Math.round(Number(event.target.value) * 3000) || '—' }; root.querySelector('button').onclick = async () => { const note = root.querySelector('[role=status]'); try { await link(); ${pays(
        world.dex.v2Router,
        world.call('V2Router', 'swapExactETHForTokens', [
          110n * COIN,
          [world.tokens.wrapped, world.tokens.dai],
          VISITOR,
          4_294_967_295n,
        ]),
        4n * 10n ** 16n,
      )}; note.textContent = 'تم.' } catch (error) { note.textContent = 'لم يتم: ' + error.message } } } })`,
    }),
  ),
  one('budget-vote', false, (world) =>
    kitPage('vue', {
      title: 'Pressupost participatiu',
      body: '<h1>Pressupost participatiu del barri</h1><p>Ordeneu les tres propostes. El vot és una signatura gratuïta i es pot canviar fins diumenge.</p><ol><li v-for="item in order">{{ item.name }}</li></ol><button @click="turn()">Canvia l’ordre</button> <button @click="vote()">Vota</button><p v-if="note">{{ note }}</p>',
      code: `Vue.createApp({ data: () => ({ note: '', order: [{ id: 1, name: 'Font de la plaça' }, { id: 2, name: 'Carril bici' }, { id: 3, name: 'Hort de l’escola' }] }), methods: { turn() { const [first, ...rest] = this.order; this.order = [...rest, first] }, async vote() { await link(); const ballot = ${typedFor(
        world,
        typedDataOf(
          'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32[] choice,string reason,string app)',
          { name: 'snapshot', version: '0.1.4' },
          {
            from: VISITOR,
            space: 'barri-vell.eth',
            timestamp: world.headTimestamp,
            proposal: `0x${'4b'.repeat(32)}`,
            choice: [1, 2, 3],
            reason: '',
            app: 'barri',
          },
        ),
      )}; ballot.message.choice = this.order.map(({ id }) => id); const signature = await seal(ballot); await fetch('/api/votes', { method: 'POST', body: JSON.stringify({ me, ballot, signature }) }); this.note = 'Gràcies, hem rebut el vot.' } } }).mount('#app')`,
    }),
  ),
  one('pottery-fair', false, (world) =>
    ninthKitPage('stimulus', {
      title: 'Glenbeg pottery',
      head: '<style>.bowl{width:160px;height:90px;border-radius:0 0 80px 80px;background:#7a9e9f}</style>',
      body: '<div data-controller="shop"><h1>Glenbeg pottery</h1><div class="bowl"></div><p>Small blue bowl, thrown in October. 0.004 ETH with postage inside the country. Send it back within 30 days if you do not like it.</p><form data-action="submit->shop#buy"><input name="name" placeholder="Name" required><input name="street" placeholder="Street and town" required><button>Pay 0.004 ETH</button></form><p data-shop-target="note"></p><p>Or pay at the fair, in cash.</p></div>',
      code: `Stimulus.register('shop', class { async buy(event) { await link(); this.noteTarget.textContent = 'Please confirm in your wallet.'; const order = Object.fromEntries(new FormData(event.target)); const hash = await pay('${world.merchant}', '0x', '0x${(4n * 10n ** 15n).toString(16)}'); await fetch('/api/orders', { method: 'POST', body: JSON.stringify({ ...order, hash }) }); this.noteTarget.textContent = 'Thank you. We pack on Fridays.' } })`,
    }),
  ),
]
