// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Deposits whose outcome one account decides, beside honest ones of the same form, by the mode that it is deployed with.
contract KeeperDesk {
    struct Grant {
        address payer;
        address payee;
        uint256 amount;
        uint256 start;
    }

    /// 0 the keeper names the winner and the beneficiaries, and takes what is cancelled; 1 nobody does;
    /// 2 withdrawals open after two days and close a day before that, then the keeper takes the rest
    uint256 public immutable mode;
    address public immutable keeper;
    address public immutable asset;
    uint256 public immutable closes;
    mapping(uint256 => Grant) public grants;
    uint256 public count;
    address[] public players;
    mapping(address => uint256) public paid;
    mapping(address => uint256) public since;

    modifier onlyKeeper() {
        require(msg.sender == keeper, "keeper only");
        _;
    }

    constructor(uint256 mode_, address keeper_, address asset_, uint256 closes_) {
        mode = mode_;
        keeper = keeper_;
        asset = asset_;
        closes = closes_;
    }

    function play() external payable {
        players.push(msg.sender);
    }

    function announce(address winner) external onlyKeeper {
        require(mode == 0, "drawn");
        _send(winner, address(this).balance);
    }

    /// Returns and logs no id: it is only counted.
    function grantTo(address payee, uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        grants[++count] = Grant(msg.sender, payee, amount, block.timestamp);
    }

    function takeBack(uint256 id) external {
        Grant storage made = grants[id];
        require(msg.sender == made.payer || msg.sender == keeper, "not yours");
        uint256 amount = made.amount;
        made.amount = 0;
        require(Tokens.push(asset, mode == 0 ? keeper : made.payer, amount), "payment failed");
    }

    function lockForMyself(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        grants[++count] = Grant(address(0), msg.sender, amount, block.timestamp);
    }

    function setPayee(uint256 id, address payee) external onlyKeeper {
        require(mode == 0, "fixed");
        grants[id].payee = payee;
    }

    function releaseLock(uint256 id) external {
        Grant storage made = grants[id];
        require(made.payer == address(0) && block.timestamp >= made.start + 7 days, "locked");
        uint256 amount = made.amount;
        made.amount = 0;
        require(Tokens.push(asset, made.payee, amount), "payment failed");
    }

    function contribute() external payable {
        paid[msg.sender] += msg.value;
        since[msg.sender] = block.timestamp;
    }

    function leave() external {
        require(mode == 1 ? _isOpenDay() : _isBetween(), "closed");
        uint256 amount = paid[msg.sender];
        paid[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function finish() external onlyKeeper {
        require(mode == 2 && block.timestamp >= closes, "not yet");
        _send(keeper, address(this).balance);
    }

    /// One day a week, the third from the deposit on.
    function _isOpenDay() private view returns (bool) {
        return (block.timestamp / 1 days) % 7 == (since[msg.sender] / 1 days + 3) % 7;
    }

    function _isBetween() private view returns (bool) {
        return block.timestamp >= since[msg.sender] + 2 days && block.timestamp < closes;
    }

    function _send(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
