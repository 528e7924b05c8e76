// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IToken, Tokens} from "../base/Tokens.sol";

/// @title Hostile twins of the honest deposits: each records the deposit and never pays it back.
/// @dev Each takes a receiver and its dollar token at construction, is funded with dollars and ether, and was approved by the caller.
abstract contract Exitless {
    event Transfer(address indexed from, address indexed to, uint256 value);
    address internal immutable team;
    address internal immutable token;
    mapping(address => uint256) public balanceOf;
    constructor(address team_, address token_) payable { team = team_; token = token_; }
    receive() external payable {}
    function _take(uint256 amount) internal { require(Tokens.pull(token, msg.sender, address(this), amount)); }
    function _give(address to, uint256 amount) internal { require(Tokens.push(token, to, amount)); }
    function _credit(address to, uint256 amount) internal { balanceOf[to] += amount; emit Transfer(address(0), to, amount); }
}

contract FarmWithoutExit is Exitless {
    constructor(address f, address t) payable Exitless(f, t) {}
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); }
}

contract TransferableReceipt is Exitless {
    constructor(address f, address t) payable Exitless(f, t) {}
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); }
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
    function withdraw(uint256 amount) external { require(msg.sender == team); _give(team, amount); }
}

contract LockForDecades is Exitless {
    uint256 private immutable unlock = block.timestamp + 36500 days;
    constructor(address f, address t) payable Exitless(f, t) {}
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); }
    function withdraw(uint256 amount) external {
        require(block.timestamp > unlock, "locked");
        balanceOf[msg.sender] -= amount;
        _give(msg.sender, amount);
    }
}

contract LockThatTeamEmpties is Exitless {
    uint256 private immutable unlock = block.timestamp + 365 days;
    constructor(address f, address t) payable Exitless(f, t) {}
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); }
    function withdraw(uint256 amount) external {
        require(block.timestamp > unlock, "locked");
        balanceOf[msg.sender] -= amount;
        _give(msg.sender, amount);
    }
    function rescue() external { require(msg.sender == team); _give(team, IToken(token).balanceOf(address(this))); }
}

contract LoanThatKeepsCollateral is Exitless {
    mapping(address => uint256) private debt;
    constructor(address f, address t) payable Exitless(f, t) {}
    function deposit(uint256 amount) external payable {
        debt[msg.sender] += amount;
        _credit(msg.sender, msg.value);
        _give(msg.sender, amount);
    }
    function repay() external {
        uint256 due = debt[msg.sender];
        debt[msg.sender] = 0;
        _take(due);
    }
    function withdrawCollateral(uint256) external view { require(debt[msg.sender] > 0, "repaid"); revert("later"); }
}
