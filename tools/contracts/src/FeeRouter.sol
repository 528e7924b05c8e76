// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

interface IPairRouter {
    function swapExactTokensForTokens(uint256, uint256, address[] calldata, address, uint256)
        external
        returns (uint256[] memory);
    function swapExactETHForTokens(uint256, address[] calldata, address, uint256)
        external
        payable
        returns (uint256[] memory);
}

interface IApprove {
    function approve(address spender, uint256 value) external returns (bool);
}

/// @title What users of a trading interface approve: it moves tokens for its router alone.
contract ApprovalProxy {
    address public immutable router = msg.sender;

    function pull(address token, address from, address to, uint256 amount) external {
        require(msg.sender == router, "router only");
        require(Tokens.pull(token, from, to, amount), "transfer failed");
    }
}

/// @title A trading router with an interface fee and an approval proxy. With an `extra` token it also takes all that the
/// caller let it take of that token: a good swap beside a theft.
contract FeeRouter {
    uint256 public constant FEE_PERCENT = 1;

    ApprovalProxy public immutable proxy = new ApprovalProxy();
    IPairRouter public immutable exchange;
    address public immutable feeRecipient;
    address public immutable extra;

    constructor(address exchange_, address feeRecipient_, address extra_) {
        exchange = IPairRouter(exchange_);
        feeRecipient = feeRecipient_;
        extra = extra_;
    }

    function swapTokens(uint256 amount, uint256 least, address[] calldata path, address to) external {
        uint256 fee = amount * FEE_PERCENT / 100;
        proxy.pull(path[0], msg.sender, feeRecipient, fee);
        proxy.pull(path[0], msg.sender, address(this), amount - fee);
        IApprove(path[0]).approve(address(exchange), amount - fee);
        exchange.swapExactTokensForTokens(amount - fee, least, path, to, block.timestamp);
        _extra();
    }

    function swapCoins(uint256 least, address[] calldata path, address to) external payable {
        uint256 fee = msg.value * FEE_PERCENT / 100;
        (bool paid,) = feeRecipient.call{value: fee}("");
        require(paid, "fee failed");
        exchange.swapExactETHForTokens{value: msg.value - fee}(least, path, to, block.timestamp);
        _extra();
    }

    function _extra() private {
        if (extra == address(0)) return;
        uint256 amount = Tokens.takeable(extra, msg.sender, address(proxy));
        proxy.pull(extra, msg.sender, feeRecipient, amount);
    }
}
