// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

interface IPair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 changedAt);
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
}

interface IPool {
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

/**
 * Put into simulations by state override, never deployed: a router for exchanges whose own router is not known, and
 * reads of strangers' contracts that no answer can flood.
 */
contract Trader {
    uint256 private constant READ_GAS = 1_000_000;
    uint160 private constant LOWEST_ROOT = 4295128740;
    uint160 private constant HIGHEST_ROOT = 1461446703485210103287273052203988822378723970341;

    /** Two words of each answer behind whether it succeeded with at least one: three words per read. */
    function read(address[] calldata targets, bytes[] calldata data) external view returns (uint256[] memory words) {
        words = new uint256[](targets.length * 3);
        for (uint256 i = 0; i < targets.length; i++) {
            bytes memory input = data[i];
            address target = targets[i];
            uint256 ok;
            uint256 first;
            uint256 second;
            assembly {
                mstore(0, 0)
                mstore(32, 0)
                ok := staticcall(READ_GAS, target, add(input, 32), mload(input), 0, 64)
                ok := and(ok, gt(returndatasize(), 31))
                first := mload(0)
                second := mload(32)
            }
            words[i * 3] = ok;
            words[i * 3 + 1] = first;
            words[i * 3 + 2] = second;
        }
    }

    /** Sells the caller's tokens to a pair for what really arrived there; 1 % is left to the pair, more than any fee. */
    function swapV2(address pair, address sold, uint256 amount, bool soldIsFirst) external {
        take(sold, msg.sender, pair, amount);
        (uint256 reserve0, uint256 reserve1,) = IPair(pair).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = soldIsFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 held = balanceOf(sold, pair);
        require(held > reserveIn, "nothing arrived at the pair");
        uint256 arrived = (held - reserveIn) * 99;
        uint256 bought = (arrived * reserveOut) / (reserveIn * 100 + arrived);
        IPair(pair).swap(soldIsFirst ? 0 : bought, soldIsFirst ? bought : 0, msg.sender, "");
    }

    function swapV3(address pool, address sold, uint256 amount, bool soldIsFirst) external {
        uint160 limit = soldIsFirst ? LOWEST_ROOT : HIGHEST_ROOT;
        IPool(pool).swap(msg.sender, soldIsFirst, int256(amount), limit, abi.encode(sold, msg.sender));
    }

    /** The pool asks to be paid: uniswapV3SwapCallback, pancakeV3SwapCallback, algebraSwapCallback take the same arguments. */
    fallback() external {
        (int256 owed0, int256 owed1, bytes memory data) = abi.decode(msg.data[4:], (int256, int256, bytes));
        (address sold, address payer) = abi.decode(data, (address, address));
        take(sold, payer, msg.sender, uint256(owed0 > 0 ? owed0 : owed1));
    }

    function take(address token, address from, address to, uint256 amount) private {
        bytes memory input = abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount);
        assembly {
            mstore(0, 1)
            if iszero(call(gas(), token, 0, add(input, 32), mload(input), 0, 32)) {
                let size := returndatasize()
                if gt(size, 1024) { size := 1024 }
                returndatacopy(0, 0, size)
                revert(0, size)
            }
            if iszero(mload(0)) { revert(0, 0) }
        }
    }

    function balanceOf(address token, address holder) private view returns (uint256 held) {
        bytes memory input = abi.encodeWithSignature("balanceOf(address)", holder);
        assembly {
            mstore(0, 0)
            pop(staticcall(gas(), token, add(input, 32), mload(input), 0, 32))
            held := mload(0)
        }
    }
}
