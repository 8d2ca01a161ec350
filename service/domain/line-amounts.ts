const BASIS = 10_000n;

function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const half = denominator / 2n;
  return numerator >= 0n ? (numerator + half) / denominator : -((-numerator + half) / denominator);
}

/** Price times quantity without a float: the quantity's own decimals are used. Rounded half away from zero. */
export function timesQuantity(price: bigint, quantity: number): bigint {
  const [mantissa = '0', exponent = '0'] = quantity.toString().split('e');
  const [whole = '0', decimals = ''] = mantissa.split('.');
  const scale = decimals.length - Number(exponent);
  const numerator = price * BigInt(whole + decimals) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return roundedQuotient(numerator, scale > 0 ? 10n ** BigInt(scale) : 1n);
}

/**
 * Amounts of a line in minor units, and what it adds to the invoice's total: with `areLinesWithTax` the tax is inside the price, otherwise it comes
 * on top ("areLinesWithTax").
 */
export function lineAmounts(price: bigint, quantity: number, rateBasisPoints: number, areLinesWithTax: boolean) {
  const amount = timesQuantity(price, quantity);
  const rate = BigInt(rateBasisPoints);
  if (!areLinesWithTax) {
    const taxAmount = roundedQuotient(amount * rate, BASIS);
    return { netAmount: amount, taxAmount, total: amount + taxAmount };
  }
  const netAmount = roundedQuotient(amount * BASIS, BASIS + rate);
  return { netAmount, taxAmount: amount - netAmount, total: amount };
}
