// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {IToken, IWrapped, TokenMoves} from "./TokenMoves.sol";
import {V3Factory} from "../V3Factory.sol";

interface IPermitToken {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// @title What contracts that pay into pools of concentrated liquidity share: batches of own calls, coins and permits.
abstract contract V3User {
    address public immutable factory;
    address public immutable WETH9;

    constructor(address factory_, address wrapped) {
        factory = factory_;
        WETH9 = wrapped;
    }

    modifier before(uint256 deadline) {
        require(block.timestamp <= deadline, "Transaction too old");
        _;
    }

    receive() external payable {
        require(msg.sender == WETH9, "Not WETH9");
    }

    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; i++) {
            (bool done, bytes memory output) = address(this).delegatecall(data[i]);
            if (!done) {
                assembly {
                    revert(add(output, 32), mload(output))
                }
            }
            results[i] = output;
        }
    }

    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable {
        uint256 held = IToken(WETH9).balanceOf(address(this));
        require(held >= amountMinimum, "Insufficient WETH9");
        if (held == 0) return;
        IWrapped(WETH9).withdraw(held);
        TokenMoves.payCoins(recipient, held, "STE");
    }

    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable {
        uint256 held = IToken(token).balanceOf(address(this));
        require(held >= amountMinimum, "Insufficient token");
        if (held > 0) TokenMoves.pay(token, recipient, held, "ST");
    }

    function refundETH() external payable {
        if (address(this).balance > 0) TokenMoves.payCoins(msg.sender, address(this).balance, "STE");
    }

    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        IPermitToken(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    function _pool(address tokenA, address tokenB, uint24 fee) internal view returns (address) {
        return V3Factory(factory).getPool(tokenA, tokenB, fee);
    }

    /// Coins that came with the call are wrapped before tokens are taken.
    function _payPool(address token, address payer, address pool, uint256 value) internal {
        if (token == WETH9 && address(this).balance >= value) {
            IWrapped(WETH9).deposit{value: value}();
            TokenMoves.pay(WETH9, pool, value, "ST");
        } else if (payer == address(this)) TokenMoves.pay(token, pool, value, "ST");
        else TokenMoves.pull(token, payer, pool, value, "STF");
    }
}
