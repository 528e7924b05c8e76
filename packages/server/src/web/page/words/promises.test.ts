import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paymentAddressesIn, promisesIn } from './promises.ts'

describe('impossible promises', () => {
  const cases: [text: string, ...kinds: string[]][] = [
    ['Earn 4.5 % every day, guaranteed', 'guaranteed-return'],
    ['Gane un 3 % diario garantizado', 'guaranteed-return'],
    ['Send 0.5 ETH and get double back', 'doubling'],
    ['We recover stolen bitcoin. 98 % success rate.', 'recovery'],
    ['Lost funds? Get them back. Guaranteed recovery of bitcoin lost to scams.', 'recovery'],
    ['To receive the prize, pay a tax of 0.03 ETH.', 'advance-fee'],
    [`हर दिन 2.4 प्रतिशत मुनाफ़ा, बिना जोखिम। 0x${'ab'.repeat(20)}`, 'guaranteed-return'],
    [`साल में 6.8 प्रतिशत, बिना जोखिम। 0x${'ab'.repeat(20)}`],
    // Honest.
    ['Rewards about 3 % a year; no lock.'],
    ['Guaranteed delivery every day'],
    ['Recover your account with your e-mail.'],
    ['Pay the delivery fee with your order.'],
    ['Beware of scams: “earn 5 % every day, guaranteed”.'],
  ]
  for (const [text, ...kinds] of cases)
    it(`${text}: ${kinds.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        promisesIn([text]).map(({ kind }) => kind),
        kinds,
      ))

  const to = `0x${'ab'.repeat(20)}`
  const paid: [text: string, ...kinds: string[]][] = [
    [`Parabéns, você ganhou 1 ETH. Para receber, envie a taxa de 0,03 ETH para ${to}`, 'advance-fee'],
    [`おめでとうございます、2 ETH が当選しました。受け取りには手数料 0.05 ETH を送金してください ${to}`, 'advance-fee'],
    [`Kirim USDT dan terima dua kali lipat. ${to}`, 'doubling'],
    [`Odzyskujemy skradzione kryptowaluty. Opłata wstępna 300 USDT: ${to}`, 'recovery'],
    [`Günlük % 4 kazanç, garanti. ${to}`, 'guaranteed-return'],
    [`매일 3% 수익 보장. 입금 주소 ${to}`, 'guaranteed-return'],
    [`VIP2 1日 2.6%。損失はありません。${to}`, 'guaranteed-return'],
    [`スコア不足のため出金できません。50 USDT の保証金をご入金ください。${to}`, 'advance-fee'],
    [`Withdrawals are unavailable. Pay a security deposit of 120 USDT to ${to}`, 'advance-fee'],
    // Honest: sureties of margins and of rents, and refusals without one.
    [`You cannot withdraw coins that secure a position. ${to}`],
    [`无法提现。请先缴纳 50 USDT 保证金。${to}`, 'advance-fee'],
    [`Невозможно вывести средства. Внесите гарантийный взнос 50 USDT на ${to}`, 'advance-fee'],
    [`Caution: you cannot withdraw to a contract. Send 10 USDT to ${to} as a test.`],
    [
      `Margin deposits cannot be withdrawn while positions are open. You cannot withdraw them. Send a security deposit of 100 USDT to ${to}`,
    ],
    [`P2P: you cannot withdraw a security deposit of 100 USDT while you sell. Deposit it to ${to}`],
    [`必要保証金が不足しているため出金できません。0.1 BTC の保証金をご入金ください。${to}`],
    [`持仓占用的保证金无法提现。请支付 100 USDT 保证金。${to}`],
    [`Вы не можете вывести залог. Внесите 100 USDT на ${to}`],
    [`12月1日現在 年0.3% 元本保証 10 USDT ${to}`],
    [`1日 2% を目標とします。元本保証ではありません。10 USDT ${to}`],
    [`The flat comes with a security deposit of 120 USDT, paid to ${to}`],
    [`出金は翌営業日です。手数料は残高から差し引かれます。${to}`],
    [`Truffato? I nostri esperti riportano indietro le criptovalute. Paghi prima le spese. ${to}`, 'recovery'],
    [`每日收益百分之三，保本无风险。${to}`, 'guaranteed-return'],
    [`Nunca han perdido: cobre un 8 % cada semana. ${to}`, 'guaranteed-return'],
    [`Rent a node: 5 dollars every day, no loss, for life. ${to}`, 'guaranteed-return'],
    [`Transfer 1 ETH to the contract and get 3 ETH within minutes. ${to}`, 'doubling'],
    [`Câștigat: 5.000 USDT. Plătiți întâi taxa de 60 USDT. ${to}`, 'advance-fee'],
    [`Wypłata 40 euro dziennie, bez strat. ${to}`, 'guaranteed-return'],
    [`Zarobok 40 eur denně, bez straty. ${to}`, 'guaranteed-return'],
    [`Доход 30 евро в день, без риска. ${to}`, 'guaranteed-return'],
    [`40 euros al día, sin ninguna pérdida. ${to}`, 'guaranteed-return'],
    [`每天 40 美元，无 风险。${to}`, 'guaranteed-return'],
    [`账户已冻结。请先缴纳 10% 个人所得税（4,821 USDT）后即可提现。充值地址 ${to}`, 'advance-fee'],
    [`Su cuenta está bloqueada. Pague primero el impuesto de 1.200 USDT para retirar su saldo. ${to}`, 'advance-fee'],
    [`Your balance is 48,210 USDT. Before you withdraw, a tax of 4,821 USDT must be paid to ${to}`, 'advance-fee'],
    [`Вывод заморожен. Сначала оплатите налог 900 USDT, затем получите всю сумму. ${to}`, 'advance-fee'],
    [
      `80 bis 300 USDT am Tag. Ihr Guthaben ist um 96 USDT im Minus. Laden Sie den Fehlbetrag auf, dann wird alles ausgezahlt. ${to}`,
      'advance-fee',
    ],
    [
      `Earn 120 USDT a day. Negative balance: 64 USDT. Top up the shortfall to withdraw everything. ${to}`,
      'advance-fee',
    ],
    [`Before you withdraw, first send the network fee of 40 USDT to this address: ${to}`, 'advance-fee'],
    [`Wallet frozen. Pay the tax of 90 USDT first, it cannot be deducted, to receive all coins. ${to}`, 'advance-fee'],
    // Honest.
    [`提现 1,204.10 USDT。网络费 1 USDT 从到账金额中扣除。充值地址 ${to}`],
    [`Withdrawals are sent at once; the network fee of 1 USDT is deducted. Deposit address: ${to}`],
    [
      `To withdraw for the first time, first deposit at least 10 USDT; a network fee of 1 USDT is deducted. Address: ${to}`,
    ],
    [`Before the first withdrawal the network fee is due: pay 0.5 TRX from your balance. Address: ${to}`],
    [
      `Your stake is locked for 21 days. There is an unstaking fee of 0.01 ETH. To withdraw, send a request from the app. ${to}`,
    ],
    [`Your account is limited to 1000 USDT a day until you verify. Withdrawal fee: 1 USDT. Deposit: ${to}`],
    [
      `Pool: about 0.2 USDT a day. Insufficient balance is carried over. Send your questions by mail; you receive payouts of 5 USDT and more. ${to}`,
    ],
    [`Prepaid card: top up 20 USDT first, the fee is 1 USDT. Deposit address ${to}`],
    [`My rate is 300 USDT a day. Send the payment to ${to}, and you receive an invoice.`],
    [`Ihr Guthaben ist im Minus. Laden Sie 5 USDT auf, um wieder zu telefonieren. ${to}`],
    [`Node operators earn about 3 USDT a day. Deposit 32 ETH to ${to}; withdraw at any time.`],
    [`A club of 12 dollars a week that has no strategy. ${to}`],
    [`Notional loss of the index: 12 dollars per day. ${to}`],
    [`A lesson about casino loss, 12 dollars a week. ${to}`],
    [`Sinking risk of boats, a talk, 12 euros a week. ${to}`],
    [`Seminar: riscos do mar, 12 euros por semana. ${to}`],
    [`Risk notices are sent for 12 euros a week. ${to}`],
    [`Интернет: потери пакетов, 12 евро в день. ${to}`],
    [`Bikes: 15 euros a day, guaranteed booking with 0.001 BTC to ${to}`],
    [`Send 1 ETH and receive 3,412 USDC. Rate locked for a minute: ${to}`],
    [`Send 0.1 to 5 ETH; you receive the same amount on the other chain. ${to}`],
    [`Spendenziel verdoppelt: danke! Senden Sie ETH an ${to}`],
    [`Hediye kartı 50 USDT. Ödeme adresi ${to}. Kartınızı e-postayla alırsınız.`],
    [`Gagnants du tournoi: Anna et Marc ont gagné 1 ETH. Les prix sont payés par le contrat ${to}`],
    [`Lost something? We recover bags at the desk. Tickets: pay 0.01 ETH, no fee, to ${to}`],
    ['Odzyskujemy skradzione rowery. Opłata 30 zł.'],
  ]
  for (const [text, ...kinds] of paid)
    it(`beside an address, ${text.slice(0, 40)}: ${kinds.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        promisesIn([text]).map(({ kind }) => kind),
        kinds,
      ))

  it('sentences of different states stand not together', () => {
    const [first, second] = ['The payout is on hold', 'Pay the tax first: 2 USDT'] as const
    assert.deepEqual(promisesIn([`${first}. ${to}`, second]), [])
    assert.equal(promisesIn([`${to} ${first}. ${second}`])[0]?.kind, 'advance-fee')
  })

  it('counts beside an address only where the text shows none', () => {
    const [alone] = promisesIn(['Gửi từ 0,1 đến 5 BTC, nhận lại gấp đôi ngay lập tức.'])
    assert.deepEqual([alone?.kind, alone?.besideAddress], ['doubling', true])
  })

  it('addresses of coins are found', () => {
    const address = `0x${'ab'.repeat(20)}`
    assert.deepEqual(paymentAddressesIn(`Pay to ${address} or ${address}, order 0x1234`), [address])
  })
})
