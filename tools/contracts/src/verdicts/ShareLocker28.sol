// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20} from "./base/Common.sol";

/// Locks of tokens, one for each account and token. A lock may be given to another account, with its end or without.
contract ShareLocker {
    struct Held {
        uint256 amount;
        uint256 end;
    }

    mapping(address => mapping(address => Held)) public held;
    bool private immutable keepsEnd;
    event Locked(address indexed owner, address indexed token, uint256 amount, uint256 end);

    constructor(bool endIsKept) {
        keepsEnd = endIsKept;
    }

    function lockUntil(address token, uint256 amount, uint256 end) external {
        IERC20(token).transferFrom(msg.sender, address(this), amount);
        Held storage one = held[msg.sender][token];
        one.amount += amount;
        one.end = end > one.end ? end : one.end;
        emit Locked(msg.sender, token, one.amount, one.end);
    }

    function hand(address token, address to) external {
        Held memory one = held[msg.sender][token];
        require(one.amount != 0, "empty");
        delete held[msg.sender][token];
        held[to][token].amount += one.amount;
        if (keepsEnd && one.end > held[to][token].end) held[to][token].end = one.end;
    }

    function withdrawAll(address token) external {
        Held memory one = held[msg.sender][token];
        require(one.amount != 0 && block.timestamp >= one.end, "locked");
        delete held[msg.sender][token];
        IERC20(token).transfer(msg.sender, one.amount);
    }
}
