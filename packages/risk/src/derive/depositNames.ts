/** Functions whose name promises a deposit that stays the caller's. */
const DEPOSITS = /^_?(stake|deposit|lock|supply|invest|bond|provide|addLiquidity|restake|delegate|farm|save)/i
/** Functions that pay back what was paid in; a claim may be of a reward, a prize or a cover. */
const PAYS_BACK = /withdraw|unstake|redeem|exit|refund|reclaim|take_?back|unlock|unbond|unwrap|get_?back/i

export function isDepositName(name: string | null): boolean {
  return name !== null && DEPOSITS.test(name)
}

export function paysBackByName(name: string | null): boolean {
  return name !== null && PAYS_BACK.test(name)
}
