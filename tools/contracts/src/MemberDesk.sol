// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {IToken} from "./base/Tokens.sol";

/// @title A desk that passes payments on to its keeper and records them; what `settle` does with the record depends on `mode`.
contract MemberDesk {
    address public keeper;
    address public asset;
    /// 0: takes the next month of the member; 1: the keeper pays back; 2: takes for 90 days, then the keeper pays back;
    /// 3: takes, unless the call says that the keeper pays back; 4: refuses.
    uint256 public mode;
    mapping(address => uint256) public paid;
    mapping(address => uint256) public dueAt;
    mapping(address => uint256) public joinedAt;

    function join(uint256 amount) external {
        require(IToken(asset).transferFrom(msg.sender, keeper, amount), "payment failed");
        paid[msg.sender] = amount;
        dueAt[msg.sender] = block.timestamp + 30 days;
        joinedAt[msg.sender] = block.timestamp;
    }

    function settle(address member, bool back) external {
        uint256 amount = paid[member];
        require(amount > 0 && mode < 4, "nothing to settle");
        bool isBack = mode == 1 || (mode == 2 && block.timestamp > joinedAt[member] + 90 days) || (mode == 3 && back);
        if (isBack) {
            paid[member] = 0;
            require(IToken(asset).transferFrom(keeper, member, amount), "payment failed");
        } else {
            require(block.timestamp >= dueAt[member], "not due");
            dueAt[member] += 30 days;
            require(IToken(asset).transferFrom(member, keeper, amount), "payment failed");
        }
    }
}
