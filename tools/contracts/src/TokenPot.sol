// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

interface IApproving {
    function approve(address spender, uint256 amount) external returns (bool);
}

interface IHelper {
    function move(address token, uint256 amount) external;
}

/// @title Where an honest pot invests: it pays back to the pot alone.
contract PotStrategy {
    address private immutable _pot = msg.sender;

    function giveBack(address token, uint256 amount) external {
        require(msg.sender == _pot, "pot only");
        require(Tokens.push(token, _pot, amount), "payment failed");
    }
}

/// @title Deposits of a token that no getter names, and what the keeper may do with them, by the mode it is deployed with.
/// @dev One code for all modes: only execution tells them apart.
contract TokenPot {
    /// 0 nothing, 1 takes an amount, 2 sends an amount anywhere, 3 allows an account to take, 4 rescues other tokens, 5 invests,
    /// and withdrawals still work, 6 collects fees of a hundredth, 7 pays lists of accounts, 8 takes in two steps, 9 takes after
    /// a week's notice, 10 hands all to a helper that its keeper names, 11 to a helper that was named a week before
    uint256 private immutable _mode;
    address private immutable _keeper;
    address private immutable _asset;
    PotStrategy private immutable _strategy;
    uint256 private _fees;
    uint256 private _announced;
    uint256 private _ready;
    address private _helper;
    uint256 private _named;
    uint256 private immutable _sweepable = block.timestamp + 14 days;
    address[] private _places;
    uint256[] private _points;
    mapping(address => uint256) public balances;

    constructor(uint256 mode, address keeper, address asset) {
        _mode = mode;
        _keeper = keeper;
        _asset = asset;
        _strategy = new PotStrategy();
        _places.push(address(_strategy));
        _points.push(0);
    }

    function deposit(uint256 amount) external {
        require(Tokens.pull(_asset, msg.sender, address(this), amount), "deposit failed");
        uint256 fee = _mode == 6 ? amount / 100 : 0;
        _fees += fee;
        balances[msg.sender] += amount - fee;
    }

    function withdraw(uint256 amount) external {
        balances[msg.sender] -= amount;
        uint256 here = Tokens.held(_asset, address(this));
        if (here < amount) _strategy.giveBack(_asset, amount - here);
        uint256 fee = (amount * _points[0]) / 10_000;
        if (fee > 0) _pay(_keeper, fee);
        _pay(msg.sender, amount - fee);
    }

    function takeProfit(uint256 amount) external {
        _only(1);
        _pay(_keeper, amount);
    }

    function rebalance(address to, uint256 amount) external {
        _only(2);
        _pay(to, amount);
    }

    function allow(address spender, uint256 amount) external {
        _only(3);
        require(IApproving(_asset).approve(spender, amount), "approval failed");
    }

    function rescue(address token, address to, uint256 amount) external {
        _only(4);
        require(token != _asset, "the deposits");
        require(Tokens.push(token, to, amount), "payment failed");
    }

    function invest(uint256 amount) external {
        _only(5);
        _pay(address(_strategy), amount);
    }

    function collect() external {
        _only(6);
        uint256 fees = _fees;
        _fees = 0;
        _pay(_keeper, fees);
    }

    function payOut(address[] calldata to, uint256[] calldata amounts) external {
        _only(7);
        for (uint256 i = 0; i < to.length; i++) _pay(to[i], amounts[i]);
    }

    function announce(uint256 amount) external {
        require((_mode == 8 || _mode == 9) && msg.sender == _keeper, "keeper only");
        _announced = amount;
        _ready = _mode == 8 ? block.timestamp : block.timestamp + 7 days;
    }

    function settle() external {
        require((_mode == 8 || _mode == 9) && msg.sender == _keeper, "keeper only");
        require(_announced > 0 && block.timestamp >= _ready, "wait");
        _pay(_keeper, _announced);
        _announced = 0;
    }

    function name(address helper) external {
        require(_mode >= 10 && msg.sender == _keeper, "keeper only");
        _helper = helper;
        _named = block.timestamp;
    }

    /// By any caller: a migration, as it is called.
    function move() external {
        require(_helper != address(0) && block.timestamp >= _named + (_mode == 10 ? 0 : 7 days), "wait");
        uint256 held = Tokens.held(_asset, address(this));
        require(IApproving(_asset).approve(_helper, held), "approval failed");
        IHelper(_helper).move(_asset, held);
    }

    function sweep(uint256 amount) external {
        _only(12);
        require(block.timestamp >= _sweepable, "wait");
        _pay(_keeper, amount);
    }

    function list(address place) external {
        _only(13);
        _places.push(place);
    }

    function send(uint256 index, uint256 amount) external {
        require((_mode == 13 || _mode == 14) && msg.sender == _keeper, "keeper only");
        _pay(_places[index], amount);
    }

    function set(uint256 pool, uint256 weight, uint256 points) external {
        require((_mode == 15 || _mode == 16) && msg.sender == _keeper, "keeper only");
        require(weight <= 10_000 && points <= (_mode == 15 ? 10_000 : 400), "too much");
        _points[pool] = points;
    }

    function _only(uint256 mode) private view {
        require(_mode == mode && msg.sender == _keeper, "keeper only");
    }

    function _pay(address to, uint256 amount) private {
        require(Tokens.push(_asset, to, amount), "payment failed");
    }
}
