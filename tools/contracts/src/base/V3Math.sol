// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Full-width products, prices of ticks and amounts between prices, as the white paper of Uniswap v3 defines them.
/// @dev Prices are square roots with 96 binary places. Amounts that a pool owes are rounded down, amounts owed to it up.
library V3Math {
    int24 internal constant MAX_TICK = 887272;
    uint160 internal constant MIN_PRICE = 4295128739;
    uint160 internal constant MAX_PRICE = 1461446703485210103287273052203988822378723970342;
    uint256 internal constant Q96 = 2 ** 96;

    /// 1.0001 ^ -(2 ^ (i - 1)) with 128 binary places, rounded to the nearest, for i from 0 to 19: 16 bytes each.
    bytes private constant POWERS =
        hex"fffcb933bd6fad37aa2d162d1a594001fff97272373d413259a46990580e213a"
        hex"fff2e50f5f656932ef12357cf3c7fdccffe5caca7e10e4e61c3624eaa0941cd0"
        hex"ffcb9843d60f6159c9db58835c926644ff973b41fa98c081472e6896dfb254c0"
        hex"ff2ea16466c96a3843ec78b326b52861fe5dee046a99a2a811c461f1969c3053"
        hex"fcbe86c7900a88aedcffc83b479aa3a4f987a7253ac413176f2b074cf7815e54"
        hex"f3392b0822b70005940c7a398e4b70f3e7159475a2c29b7443b29c7fa6e889d9"
        hex"d097f3bdfd2022b8845ad8f792aa5825a9f746462d870fdf8a65dc1f90e061e5"
        hex"70d869a156d2a1b890bb3df62baf32f731be135f97d08fd981231505542fcfa6"
        hex"09aa508b5b7a84e1c677de54f3e99bc9005d6af8dedb81196699c329225ee604"
        hex"00002216e584f5fa1ea926041bedfe9800000000048a170391f7dc42444e8fa2";

    /// a * b / divisor, rounded down, where the product may have 512 bits.
    function mulDiv(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256 quotient) {
        unchecked {
            uint256 low = a * b;
            uint256 high = mulmod(a, b, type(uint256).max);
            high = high - low - (high < low ? 1 : 0);
            require(divisor > high, "the quotient does not fit");
            if (high == 0) return low / divisor;
            // What remains is taken off, so that the division is exact.
            uint256 rest = mulmod(a, b, divisor);
            if (rest > low) high--;
            low -= rest;
            // Both sides lose the divisor's factors of two; an odd divisor has an inverse modulo 2^256.
            uint256 even = divisor & (~divisor + 1);
            uint256 odd = divisor / even;
            low = low / even | high * ((~even + 1) / even + 1);
            // Each step of Newton's iteration doubles the bits that are right, from three on.
            uint256 inverse = 3 * odd ^ 2;
            for (uint256 bits = 4; bits < 256; bits *= 2) inverse *= 2 - odd * inverse;
            quotient = low * inverse;
        }
    }

    function mulDivUp(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256 quotient) {
        quotient = mulDiv(a, b, divisor);
        if (mulmod(a, b, divisor) > 0) quotient++;
    }

    function divUp(uint256 a, uint256 divisor) internal pure returns (uint256) {
        return a == 0 ? 0 : (a - 1) / divisor + 1;
    }

    /// Square root of 1.0001 ^ tick, rounded up.
    function priceAt(int24 tick) internal pure returns (uint160) {
        uint256 steps = tick < 0 ? uint256(-int256(tick)) : uint256(int256(tick));
        require(steps <= uint256(int256(MAX_TICK)), "T");
        bytes memory powers = POWERS;
        unchecked {
            uint256 ratio = 2 ** 128;
            for (uint256 i; steps != 0; i++) {
                if (steps & 1 == 1) {
                    uint256 power;
                    assembly {
                        power := shr(128, mload(add(add(powers, 32), mul(i, 16))))
                    }
                    ratio = (ratio * power) >> 128;
                }
                steps >>= 1;
            }
            if (tick > 0) ratio = type(uint256).max / ratio;
            return uint160((ratio >> 32) + (ratio & 0xffffffff == 0 ? 0 : 1));
        }
    }

    /// Greatest tick whose price is not above `price`, by bisection from `low` (not above it) to `high` (above it).
    function tickBetween(uint160 price, int24 low, int24 high) internal pure returns (int24) {
        while (high - low > 1) {
            int24 middle = low + (high - low) / 2;
            if (priceAt(middle) <= price) low = middle;
            else high = middle;
        }
        return low;
    }

    function tickAt(uint160 price) internal pure returns (int24) {
        require(price >= MIN_PRICE && price < MAX_PRICE, "R");
        return tickBetween(price, -MAX_TICK, MAX_TICK);
    }

    /// Amount of token 0 that lies between two prices.
    function amount0(uint160 from, uint160 to, uint128 liquidity, bool up) internal pure returns (uint256) {
        (uint256 low, uint256 high) = from < to ? (from, to) : (to, from);
        uint256 scaled = uint256(liquidity) << 96;
        return up ? divUp(mulDivUp(scaled, high - low, high), low) : mulDiv(scaled, high - low, high) / low;
    }

    /// Amount of token 1 that lies between two prices.
    function amount1(uint160 from, uint160 to, uint128 liquidity, bool up) internal pure returns (uint256) {
        uint256 apart = from < to ? to - from : from - to;
        return up ? mulDivUp(liquidity, apart, Q96) : mulDiv(liquidity, apart, Q96);
    }

    /// Price after so much of token 0 was added or taken: rounded up, to the pool's favor.
    function priceAfter0(uint160 price, uint128 liquidity, uint256 amount, bool add) internal pure returns (uint160) {
        if (amount == 0) return price;
        uint256 scaled = uint256(liquidity) << 96;
        unchecked {
            uint256 product = amount * price;
            bool exact = product / amount == price;
            if (add) {
                if (exact && scaled + product >= scaled) return uint160(mulDivUp(scaled, price, scaled + product));
                return uint160(divUp(scaled, scaled / price + amount));
            }
            require(exact && scaled > product, "not enough of token 0");
            return _price(mulDivUp(scaled, price, scaled - product));
        }
    }

    /// Price after so much of token 1 was added or taken: rounded down, to the pool's favor.
    function priceAfter1(uint160 price, uint128 liquidity, uint256 amount, bool add) internal pure returns (uint160) {
        if (add) return _price(price + mulDiv(amount, Q96, liquidity));
        uint256 down = mulDivUp(amount, Q96, liquidity);
        require(price > down, "not enough of token 1");
        return uint160(price - down);
    }

    function _price(uint256 value) private pure returns (uint160) {
        require(value <= type(uint160).max, "price out of range");
        return uint160(value);
    }

    /// Liquidity that both amounts pay for between two prices.
    function liquidityFor(uint160 price, uint160 low, uint160 high, uint256 amountOf0, uint256 amountOf1)
        internal
        pure
        returns (uint128)
    {
        if (price <= low) return _liquidity(_of0(low, high, amountOf0));
        if (price >= high) return _liquidity(mulDiv(amountOf1, Q96, high - low));
        uint256 by0 = _liquidity(_of0(price, high, amountOf0));
        uint256 by1 = _liquidity(mulDiv(amountOf1, Q96, price - low));
        return uint128(by0 < by1 ? by0 : by1);
    }

    function _of0(uint160 low, uint160 high, uint256 amount) private pure returns (uint256) {
        return mulDiv(amount, mulDiv(low, high, Q96), high - low);
    }

    function _liquidity(uint256 value) private pure returns (uint128) {
        require(value <= type(uint128).max, "liquidity out of range");
        return uint128(value);
    }
}
