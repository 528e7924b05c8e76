// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Owned} from "./base/Owned.sol";

/// @title A price feed with Chainlink's AggregatorV3Interface whose owner sets the answers.
/// @dev Each answer opens a new round and emits AnswerUpdated; rounds start at 1 and stay readable.
contract PriceFeed is Owned {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    string public description;
    uint8 public decimals;
    uint256 public constant version = 4;
    uint80 public latestRound;
    mapping(uint80 => Round) private _rounds;

    constructor(string memory description_, uint8 decimals_, int256 answer, address owner_) {
        description = description_;
        decimals = decimals_;
        _setOwner(owner_);
        _set(answer);
    }

    function setAnswer(int256 answer) external onlyOwner {
        _set(answer);
    }

    function latestAnswer() external view returns (int256) {
        return _rounds[latestRound].answer;
    }

    function latestTimestamp() external view returns (uint256) {
        return _rounds[latestRound].updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(latestRound);
    }

    function getRoundData(uint80 roundId)
        public
        view
        returns (uint80, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        Round memory round = _rounds[roundId];
        require(round.updatedAt > 0, "No data present");
        return (roundId, round.answer, round.updatedAt, round.updatedAt, roundId);
    }

    function _set(int256 answer) private {
        latestRound++;
        _rounds[latestRound] = Round(answer, block.timestamp);
        emit AnswerUpdated(answer, latestRound, block.timestamp);
    }
}
