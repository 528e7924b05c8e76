// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Payment streams of any token, as in Sablier, which the payer or the payee may cancel.
contract PaymentStream {
    struct Stream {
        address payer;
        address payee;
        address token;
        uint256 deposit;
        uint256 start;
        uint256 stop;
        uint256 taken;
    }

    mapping(uint256 => Stream) private _streams;
    uint256 public nextStreamId = 100_000;

    event CreateStream(uint256 indexed streamId, address indexed sender, address indexed recipient, uint256 deposit);

    function createStream(address recipient, uint256 deposit, address token, uint256 startTime, uint256 stopTime)
        external
        returns (uint256 id)
    {
        require(recipient != address(0) && startTime >= block.timestamp && stopTime > startTime, "times");
        id = nextStreamId++;
        _streams[id] = Stream(msg.sender, recipient, token, deposit, startTime, stopTime, 0);
        require(Tokens.pull(token, msg.sender, address(this), deposit), "payment failed");
        emit CreateStream(id, msg.sender, recipient, deposit);
    }

    function due(uint256 id) public view returns (uint256) {
        Stream storage made = _streams[id];
        if (block.timestamp <= made.start) return 0;
        if (block.timestamp >= made.stop) return made.deposit;
        return (made.deposit * (block.timestamp - made.start)) / (made.stop - made.start);
    }

    function withdrawFromStream(uint256 id, uint256 amount) external {
        Stream storage made = _streams[id];
        require(msg.sender == made.payee || msg.sender == made.payer, "not yours");
        require(amount <= due(id) - made.taken, "not due");
        made.taken += amount;
        require(Tokens.push(made.token, made.payee, amount), "payment failed");
    }

    function cancelStream(uint256 id) external {
        Stream memory made = _streams[id];
        require(msg.sender == made.payee || msg.sender == made.payer, "not yours");
        uint256 payable_ = due(id);
        delete _streams[id];
        if (payable_ > made.taken) require(Tokens.push(made.token, made.payee, payable_ - made.taken), "payment failed");
        if (made.deposit > payable_) require(Tokens.push(made.token, made.payer, made.deposit - payable_), "payment failed");
    }
}
