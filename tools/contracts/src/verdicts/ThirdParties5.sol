// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

interface ICoin5 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function balanceOf(address holder) external view returns (uint256);
}

interface IRouter5 {
    function addLiquidityETH(address token, uint256 desired, uint256 minToken, uint256 minCoin, address to, uint256 deadline)
        external
        payable
        returns (uint256, uint256, uint256);
}

interface IVenue5 {
    function coin() external view returns (address);
    function supply(uint256 amount) external;
}

interface IVenueList5 {
    function isVenue(address venue) external view returns (bool);
}

/// Adds liquidity for its caller, and leaves the LP tokens in a locker in the caller's name.
contract LpZap {
    IRouter5 public router;
    ICoin5 public coin;
    LpLocker public locker;

    constructor(IRouter5 r, ICoin5 c, LpLocker l) public {
        router = r;
        coin = c;
        locker = l;
    }

    function zapIn(uint256 amount) external payable {
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        coin.approve(address(router), amount);
        (, , uint256 shares) =
            router.addLiquidityETH.value(msg.value)(address(coin), amount, 0, 0, address(this), block.timestamp);
        locker.lp().approve(address(locker), shares);
        locker.lockFor(msg.sender, shares);
        uint256 rest = coin.balanceOf(address(this));
        if (rest > 0) coin.transfer(msg.sender, rest);
        if (address(this).balance > 0) msg.sender.transfer(address(this).balance);
    }

    function() external payable {}
}

/// Keeps LP tokens of its users. A guardian may move tokens; `sparing`: none of those that users locked.
contract LpLocker {
    ICoin5 public lp;
    address public guardian;
    bool private sparing;
    mapping(address => uint256) public lockedOf;

    constructor(ICoin5 token, address keeper, bool spares) public {
        lp = token;
        guardian = keeper;
        sparing = spares;
    }

    function lockFor(address user, uint256 shares) external {
        require(lp.transferFrom(msg.sender, address(this), shares), "pull");
        lockedOf[user] += shares;
    }

    function unlock() external {
        uint256 shares = lockedOf[msg.sender];
        require(shares > 0, "none");
        lockedOf[msg.sender] = 0;
        require(lp.transfer(msg.sender, shares), "pay");
    }

    function sweepToken(ICoin5 token, uint256 amount) external {
        require(msg.sender == guardian, "guardian");
        require(!sparing || token != lp, "locked");
        require(token.transfer(guardian, amount), "pay");
    }
}

/// Pays its depositors, and lends to venues that the manager names. `list`: only to listed ones, where it is not zero.
contract VenuePot {
    ICoin5 public coin;
    address public manager;
    IVenueList5 private list;
    mapping(address => uint256) public balances;
    mapping(address => bool) public venues;
    uint256 public lent;

    constructor(ICoin5 c, address m, IVenueList5 l) public {
        coin = c;
        manager = m;
        list = l;
    }

    function put(uint256 amount) external {
        require(coin.transferFrom(msg.sender, address(this), amount), "pull");
        balances[msg.sender] += amount;
    }

    function take(uint256 amount) external {
        require(balances[msg.sender] >= amount, "balance");
        balances[msg.sender] -= amount;
        require(coin.transfer(msg.sender, amount), "pay");
    }

    function nameVenue(address venue) external {
        require(msg.sender == manager, "manager");
        require(address(list) == address(0) || list.isVenue(venue), "list");
        require(IVenue5(venue).coin() == address(coin), "coin");
        venues[venue] = true;
    }

    function park(address venue, uint256 amount) external {
        require(msg.sender == manager && venues[venue], "venue");
        coin.approve(venue, amount);
        IVenue5(venue).supply(amount);
        coin.approve(venue, 0);
        lent += amount;
    }

    function pauseVenue(address venue) external {
        require(msg.sender == manager, "manager");
        venues[venue] = false;
    }
}

/// Venues that were known when it was made.
contract VenueList {
    mapping(address => bool) public isVenue;

    constructor(address venue) public {
        isVenue[venue] = true;
    }
}
