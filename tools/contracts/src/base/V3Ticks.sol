// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {V3Math} from "./V3Math.sol";

/// @title The ticks of a pool of concentrated liquidity: where liquidity begins and ends, and the fees on either side.
abstract contract V3Ticks {
    struct Tick {
        uint128 liquidityGross;
        int128 liquidityNet;
        uint256 feeGrowthOutside0X128;
        uint256 feeGrowthOutside1X128;
        int56 tickCumulativeOutside;
        uint160 secondsPerLiquidityOutsideX128;
        uint32 secondsOutside;
        bool initialized;
    }

    int24 public immutable tickSpacing;
    uint128 public liquidity;
    uint256 public feeGrowthGlobal0X128;
    uint256 public feeGrowthGlobal1X128;
    mapping(int24 => Tick) public ticks;
    mapping(int16 => uint256) public tickBitmap;

    /// As much as 128 bits can hold when every tick has the most.
    function maxLiquidityPerTick() public view returns (uint128) {
        int24 last = V3Math.MAX_TICK / tickSpacing;
        return type(uint128).max / uint128(uint24(2 * last + 1));
    }

    function _growth(bool ofToken0) internal view returns (uint256) {
        return ofToken0 ? feeGrowthGlobal0X128 : feeGrowthGlobal1X128;
    }

    function _changeTick(int24 at, int24 current, uint128 amount, bool add, bool isUpper) internal {
        Tick storage tick = ticks[at];
        uint128 before = tick.liquidityGross;
        uint128 gross = add ? before + amount : before - amount;
        require(gross <= maxLiquidityPerTick(), "LO");
        if ((before == 0) != (gross == 0)) _flip(at);
        if (before == 0) {
            // By convention all growth so far was below the tick.
            if (at <= current) {
                tick.feeGrowthOutside0X128 = feeGrowthGlobal0X128;
                tick.feeGrowthOutside1X128 = feeGrowthGlobal1X128;
            }
            tick.initialized = true;
        }
        tick.liquidityGross = gross;
        if (add == isUpper) tick.liquidityNet -= int128(amount);
        else tick.liquidityNet += int128(amount);
    }

    /// Clears ticks at which no liquidity begins or ends any more.
    function _forget(int24 lower, int24 upper) internal {
        if (ticks[lower].liquidityGross == 0) delete ticks[lower];
        if (ticks[upper].liquidityGross == 0) delete ticks[upper];
    }

    function _growthInside(int24 lower, int24 upper, int24 current)
        internal
        view
        returns (uint256 growth0, uint256 growth1)
    {
        unchecked {
            Tick storage low = ticks[lower];
            Tick storage high = ticks[upper];
            (growth0, growth1) = (feeGrowthGlobal0X128, feeGrowthGlobal1X128);
            bool aboveLow = current >= lower;
            bool belowHigh = current < upper;
            growth0 -= aboveLow ? low.feeGrowthOutside0X128 : feeGrowthGlobal0X128 - low.feeGrowthOutside0X128;
            growth1 -= aboveLow ? low.feeGrowthOutside1X128 : feeGrowthGlobal1X128 - low.feeGrowthOutside1X128;
            growth0 -= belowHigh ? high.feeGrowthOutside0X128 : feeGrowthGlobal0X128 - high.feeGrowthOutside0X128;
            growth1 -= belowHigh ? high.feeGrowthOutside1X128 : feeGrowthGlobal1X128 - high.feeGrowthOutside1X128;
        }
    }

    /// The price passes a tick: growth on its other side, and the liquidity from there on.
    function _cross(int24 at, bool down, uint128 depth, uint256 growth) internal returns (uint128) {
        Tick storage tick = ticks[at];
        unchecked {
            tick.feeGrowthOutside0X128 = (down ? growth : feeGrowthGlobal0X128) - tick.feeGrowthOutside0X128;
            tick.feeGrowthOutside1X128 = (down ? feeGrowthGlobal1X128 : growth) - tick.feeGrowthOutside1X128;
        }
        int128 net = down ? -tick.liquidityNet : tick.liquidityNet;
        return net < 0 ? depth - uint128(-net) : depth + uint128(net);
    }

    /// Next tick with liquidity in the same word of the bitmap, else the word's last one; within the range of ticks.
    function _nextTick(int24 tick, bool down) internal view returns (int24 next, bool initialized) {
        int24 place = tick / tickSpacing;
        if (tick < 0 && tick % tickSpacing != 0) place--;
        if (!down) place++;
        (uint256 word, uint256 bit) = (tickBitmap[int16(place >> 8)], uint8(uint24(place)));
        uint256 marked = down ? word & (type(uint256).max >> (255 - bit)) : word >> bit << bit;
        initialized = marked != 0;
        uint256 found = down ? (initialized ? _highest(marked) : 0) : (initialized ? _lowest(marked) : 255);
        next = (place + int24(uint24(found)) - int24(uint24(bit))) * tickSpacing;
        if (next < -V3Math.MAX_TICK) next = -V3Math.MAX_TICK;
        if (next > V3Math.MAX_TICK) next = V3Math.MAX_TICK;
    }

    function _flip(int24 at) private {
        require(at % tickSpacing == 0);
        int24 place = at / tickSpacing;
        tickBitmap[int16(place >> 8)] ^= 1 << uint8(uint24(place));
    }

    function _highest(uint256 word) private pure returns (uint256 bit) {
        for (uint256 half = 128; half > 0; half /= 2) {
            if (word >> half == 0) continue;
            word >>= half;
            bit += half;
        }
    }

    function _lowest(uint256 word) private pure returns (uint256) {
        unchecked {
            return _highest(word & (~word + 1));
        }
    }
}
